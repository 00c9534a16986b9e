import { wrongArgument } from '../../../../src/core/errors';
import { define, type Parameter } from '../../../../src/functions/define';
import { ArgumentReader } from '../../../../src/functions/evaluate/read-arguments';

const read = jest.fn((argument: unknown, name: string, { dateSystem }: { dateSystem: string }) => {
  if (argument === 'bad') throw wrongArgument(name, argument, 'good');
  return `${String(argument)} in ${dateSystem}`;
});
const parameter: Parameter<string> = {
  isOptional: true,
  excelType: 'any',
  dimensionality: 'scalar',
  input: 'text',
  read,
};

const createReader = (): ArgumentReader =>
  new ArgumentReader(
    define({
      id: 'ECHO',
      result: 'scalar',
      sources: [],
      parameters: { first: parameter, second: parameter },
      requests: 'alone',
      chunk: 'more',
      handle: () => '',
    }),
  );

beforeEach(() => {
  read.mockClear();
});

describe('the arguments of successive formulas', () => {
  test('are checked by name in the order of the parameters, including those left out', () => {
    expect(createReader().read(['a'], { dateSystem: '1900' })).toEqual({
      first: 'a in 1900',
      second: 'undefined in 1900',
    });
    expect(read.mock.calls.map(([, name]) => name)).toEqual(['first', 'second']);
  });

  test('are checked only once while they stay the same', () => {
    const reader = createReader();
    reader.read(['a', 'x'], { dateSystem: '1900' });
    expect(reader.read(['b', 'x'], { dateSystem: '1900' })).toEqual({ first: 'b in 1900', second: 'x in 1900' });
    expect(read.mock.calls.map(([argument]) => argument)).toEqual(['a', 'x', 'b']);
  });

  test('are checked again if they are ranges, whose cells may have changed', () => {
    const reader = createReader();
    const range = [['a']];
    reader.read([range], { dateSystem: '1900' });
    range[0] = ['b'];
    expect(reader.read([range], { dateSystem: '1900' })).toMatchObject({ first: 'b in 1900' });
  });

  test('are checked again in a workbook with another date system', () => {
    const reader = createReader();
    reader.read([1, 2], { dateSystem: '1900' });
    expect(reader.read([1, 2], { dateSystem: '1904' })).toEqual({ first: '1 in 1904', second: '2 in 1904' });
  });

  test('are read correctly after a formula with a wrong argument', () => {
    const reader = createReader();
    reader.read(['a', 'x'], { dateSystem: '1900' });
    expect(() => reader.read(['b', 'bad'], { dateSystem: '1900' })).toThrow('second: "bad" is not good');
    expect(() => reader.read(['b', 'bad'], { dateSystem: '1900' })).toThrow('second: "bad" is not good');
    expect(reader.read(['a', 'x'], { dateSystem: '1900' })).toEqual({ first: 'a in 1900', second: 'x in 1900' });
    expect(reader.read(['b', 'y'], { dateSystem: '1900' })).toEqual({ first: 'b in 1900', second: 'y in 1900' });
  });
});

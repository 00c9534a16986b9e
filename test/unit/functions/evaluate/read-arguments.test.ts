import { wrongArgument } from '../../../../src/core/errors';
import { define, type Parameter } from '../../../../src/functions/define';
import { ArgumentReader, ArgumentReaders } from '../../../../src/functions/evaluate/invoke';

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
      handle: () => '',
    }),
  );

/** As of a declaration that prepares its arguments. */
function createPreparingReader() {
  const prepare = jest.fn(({ first }: { first: string }) => ({ text: first }));
  const declaration = define({
    id: 'ECHO',
    result: 'scalar',
    sources: [],
    parameters: { first: parameter, second: parameter },
    requests: 'alone',
    prepare,
    handle: ({ text }) => text,
  });
  return { prepare, reader: new ArgumentReader(declaration) };
}

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

describe('what a declaration prepares of its arguments', () => {
  test('is shared by equal formulas, and prepared once', () => {
    const { prepare, reader } = createPreparingReader();
    const texts = ['a', 'b', 'a', 'b'].map((first) => reader.read([first, 'x'], { dateSystem: '1900' }));
    expect([texts[2], texts[3]]).toEqual([{ text: 'a in 1900' }, { text: 'b in 1900' }]);
    expect(texts[2]).toBe(texts[0]);
    expect(texts[3]).toBe(texts[1]);
    expect(prepare).toHaveBeenCalledTimes(2);
  });

  test('is prepared again for a range', () => {
    const { prepare, reader } = createPreparingReader();
    reader.read([[['a', 'b']]], { dateSystem: '1900' });
    reader.read([[['a', 'b']]], { dateSystem: '1900' });
    expect(prepare).toHaveBeenCalledTimes(2);
  });
});

describe('the readers of a session', () => {
  test('include one for each function, which is found again after other functions', () => {
    const [readers, one, other] = [new ArgumentReaders(), createReader().declaration, createReader().declaration];
    const first = readers.of(one);
    expect(readers.of(other)).not.toBe(first);
    expect(readers.of(one)).toBe(first);
    expect(new ArgumentReaders().of(one)).not.toBe(first);
  });
});

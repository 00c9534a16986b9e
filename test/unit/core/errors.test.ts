import { CellError, misnamedArgument, notAvailable, quoted, wrongArgument } from '../../../src/core/errors';

describe('an error in a cell', () => {
  test('names the argument, the value and what is allowed, for #VALUE!', () => {
    expect(wrongArgument('limit', 101, 'a whole number from 1 to 100')).toMatchObject({
      name: 'CellError',
      code: '#VALUE!',
      message: 'limit: 101 is not a whole number from 1 to 100',
    });
  });

  test('keeps its cause for debugging, for #N/A', () => {
    const cause = new TypeError('socket closed');
    expect(notAvailable('no answer', cause)).toMatchObject({ code: '#N/A', message: 'no answer', cause });
    expect('cause' in notAvailable('no answer')).toBe(false);
  });

  test('is an ordinary error', () => {
    expect(new CellError('#DIV/0!')).toBeInstanceOf(Error);
    expect(new CellError('#DIV/0!').message).toBe('');
  });
});

test('the error about a name from another product says what to write in the formula', () => {
  expect(misnamedArgument('mics', 'NYSE', 'a MIC code', 'XNYS')).toMatchObject({
    name: 'FixableError',
    code: '#VALUE!',
    message: 'mics: "NYSE" is not a MIC code: write "XNYS"',
    fix: { parameter: 'mics', from: 'NYSE', to: 'XNYS' },
  });
});

test.each([
  ['tomorrow', '"tomorrow"'],
  ['', '""'],
  [1.5, '1.5'],
  [true, 'TRUE'],
  [null, 'nothing'],
  [undefined, 'nothing'],
  [[['A']], 'a range'],
  [{ a: 1 }, '"{"a":1}"'],
  ['x'.repeat(60), `"${'x'.repeat(60)}"`],
  ['x'.repeat(61), `"${'x'.repeat(60)}…"`],
])('a quoted value is written as in a formula: %j', (value, text) => expect(quoted(value)).toBe(text));

test('errors are equal in tests if code and message are equal, wherever they are nested', () => {
  const cells = [[1, new CellError('#N/A', 'nothing')]];
  expect(cells).toEqual([[1, new CellError('#N/A', 'nothing')]]);
  expect(cells).not.toEqual([[1, new CellError('#VALUE!', 'nothing')]]);
  expect(cells).not.toEqual([[1, new CellError('#N/A', 'something')]]);
});

import { withOneValueOperands } from '../../../../src/workbench/univer-patches/one-value-operands';

describe('a formula with @', () => {
  it.each([
    ['a text', '=@"a ""b"" @c"&1', '=@("a ""b"" @c")&1'],
    ['a number', '=-@5', '=-@(5)'],
    ['a logical value', '=IF(@TRUE,1,2)', '=IF(@(TRUE),1,2)'],
    ['an array', '=@{1,2;"}",4}+1', '=@({1,2;"}",4})+1'],
    ['a name', '=SUM(@Rates,@Sheet1!Rates)', '=SUM(@(Rates),@(Sheet1!Rates))'],
  ])('has parentheses around %s', (_, typed, read) => {
    expect(withOneValueOperands(typed)).toBe(read);
  });

  it.each(['=@A1:A5', '=@SEQUENCE(3)', '=@(1+2)', '="@TRUE"', '=[@Amount]*2', '=@', '=@{1', '=1+2'])(
    'stays as it is where the engine reads it: %s',
    (formula) => {
      expect(withOneValueOperands(formula)).toBe(formula);
    },
  );
});

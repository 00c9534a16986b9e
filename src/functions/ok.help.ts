import { explain } from './help/explain';
import { ok } from './ok';

export const okHelp = explain(ok, {
  summary: 'Whether every cell of a range holds a value, so that a verdict may rest on them.',
  returns:
    'TRUE when every cell of the range holds a value; FALSE when one is blank, an error, or an earlier value under a clock. Ask before a verdict: =IF(MD.OK(B11:D11),IF(B11<1.8,"Avoid","Pass"),"no data"). If Excel does not pass errors to functions, the cell shows the error, never TRUE.',
  parameters: { range: 'The cells that the verdict rests on' },
  examples: [
    { formula: '=MD.OK({2.6,7,-2.2})', gives: 'TRUE: each of the three cells holds a value' },
    { formula: '=MD.OK({2.6,"",-2.2})', gives: 'FALSE: one of them is blank' },
  ],
});

import { explain } from './help/explain';
import { ok } from './ok';

export const okHelp = explain(ok, {
  summary: 'Whether every cell of a range holds a value, so that a verdict may rest on them.',
  returns:
    'TRUE when every cell of the range holds a value; FALSE when one is blank, an error, or a last value of MD under a clock. A verdict asks first: =IF(MD.OK(B11:D11),IF(B11<1.8,"Avoid","Pass"),"no data"). An Excel that hands no errors to functions shows the error itself, never TRUE.',
  parameters: { range: 'The cells that the verdict rests on' },
  examples: [
    { formula: '=MD.OK({2.6,7,-2.2})', gives: 'TRUE: each of the three cells holds a value' },
    { formula: '=MD.OK({2.6,"",-2.2})', gives: 'FALSE: one of them is blank' },
  ],
});

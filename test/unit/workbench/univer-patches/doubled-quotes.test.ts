import { generateStringWithSequence, LexerTreeBuilder } from '@univerjs/preset-sheets-core';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const { sheet } = new OpenedWorkbook();

test.each([
  '="a""b"&A1',
  '="""q"""&SUM(A1)&"x"""',
  '=T("")&T("""")&T(A1)',
  '={"a""b",2;"","c"}&SUM(A1)',
  `='it''s "" here'!A1&"x""y"&B2`,
  '="a""',
  '="a"',
  '=""',
  '="it\'s ""so"" "& A1 &-B2&"""',
])('each word of %s is at its place', (formula) => {
  const words = sheet.serviceOf(LexerTreeBuilder).sequenceNodesBuilder(formula)!;
  expect(`=${generateStringWithSequence(words)}`).toBe(formula);
  for (const word of words)
    if (typeof word !== 'string') expect(formula.slice(word.startIndex + 1, word.endIndex + 2)).toBe(word.token);
});

test('a formula with two quotes in a text moves with its cells', () => {
  const moved = sheet.serviceOf(LexerTreeBuilder).moveFormulaRefOffset('="a""b"&A1&"""c"', 1, 2);
  expect(moved).toBe('="a""b"&B3&"""c"');
});

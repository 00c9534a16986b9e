import { fromFile, toFile } from '../../src/workbench/xlsx/formulas';

describe('a formula in a file', () => {
  it.each([
    ['a function of ours as Excel knows one of an add-in', '=MD.QUOTE(B6:B25,"bid")', '_xldudf_MD_QUOTE(B6:B25,"bid")'],
    ['functions that are newer than the format with their prefixes', '=SORT(FILTER(A1:A9,XLOOKUP(B1,A1:A9,A1:A9)>1))',
      '_xlfn._xlws.SORT(_xlfn._xlws.FILTER(A1:A9,_xlfn.XLOOKUP(B1,A1:A9,A1:A9)>1))'],
    ['the names of LET and LAMBDA with theirs', '=LET(x,MD.CONVERT(1,"EUR","USD"),MAP(A1:A3,LAMBDA(y,x*y)))',
      '_xlfn.LET(_xlpm.x,_xldudf_MD_CONVERT(1,"EUR","USD"),_xlfn.MAP(A1:A3,_xlfn.LAMBDA(_xlpm.y,_xlpm.x*_xlpm.y)))'],
    ['texts and names of sheets as they are', `='MD.QUOTE('!A1&"MD.QUOTE(x) XLOOKUP("`, `'MD.QUOTE('!A1&"MD.QUOTE(x) XLOOKUP("`],
    ['functions of any age that need none', '=SUM(A1:A3)*NPV(0.1,B1:B3)', 'SUM(A1:A3)*NPV(0.1,B1:B3)'],
  ])('has %s', (_, typed, held) => {
    expect(toFile(typed)).toBe(held);
    expect(fromFile(held)).toBe(typed);
  });

  it('is read without prefixes whoever wrote it', () => {
    expect(fromFile('MD.HOURS("XNYS")')).toBe('=MD.HOURS("XNYS")');
    expect(toFile('=md.hours("XNYS")')).toBe('_xldudf_MD_HOURS("XNYS")');
  });
});

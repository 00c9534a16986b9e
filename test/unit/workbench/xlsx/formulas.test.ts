import { fromFile, toFile } from '../../../../src/workbench/xlsx/formulas';

describe('a formula in a file', () => {
  it.each([
    ['one of our functions with the prefix of an add-in', '=MD.QUOTE(B6:B25,"bid")', '_xldudf_MD_QUOTE(B6:B25,"bid")'],
    [
      'functions that are newer than the format with their prefixes',
      '=SORT(FILTER(A1:A9,XLOOKUP(B1,A1:A9,A1:A9)>1))',
      '_xlfn._xlws.SORT(_xlfn._xlws.FILTER(A1:A9,_xlfn.XLOOKUP(B1,A1:A9,A1:A9)>1))',
    ],
    [
      'the names of LET and LAMBDA with their prefixes',
      '=LET(x,MD.CONVERT(1,"EUR","USD"),MAP(A1:A3,LAMBDA(y,x*y)))',
      '_xlfn.LET(_xlpm.x,_xldudf_MD_CONVERT(1,"EUR","USD"),_xlfn.MAP(A1:A3,_xlfn.LAMBDA(_xlpm.y,_xlpm.x*_xlpm.y)))',
    ],
    [
      'texts and names of sheets as they are',
      `='MD.QUOTE('!A1&"MD.QUOTE(x) XLOOKUP("`,
      `'MD.QUOTE('!A1&"MD.QUOTE(x) XLOOKUP("`,
    ],
    [
      'a reference to a spill as an anchor array',
      '=SUM(G24#)+Sheet2!A1#',
      'SUM(_xlfn.ANCHORARRAY(G24))+_xlfn.ANCHORARRAY(Sheet2!A1)',
    ],
    [
      'an implicit intersection with its function',
      '=@A1:A9+@INDEX(B1:B9,2)',
      '_xlfn.SINGLE(A1:A9)+_xlfn.SINGLE(INDEX(B1:B9,2))',
    ],
    ['an implicit intersection with a spill', '=@A1#', '_xlfn.SINGLE(_xlfn.ANCHORARRAY(A1))'],
    ['the spill of a call', '=OFFSET(A1,1,0)#', '_xlfn.ANCHORARRAY(OFFSET(A1,1,0))'],
    ['an implicit intersection with a sum in parentheses', '=@(A1:A9+B1:B9)', '_xlfn.SINGLE((A1:A9+B1:B9))'],
    [
      'a named function',
      '=LET(f,LAMBDA(x,x*2),f(A1))',
      '_xlfn.LET(_xlpm.f,_xlfn.LAMBDA(_xlpm.x,_xlpm.x*2),_xlpm.f(A1))',
    ],
    ['errors as they are', '=IF(A1=#N/A,#REF!,1)', 'IF(A1=#N/A,#REF!,1)'],
    [
      'the functions for other weekends without a prefix',
      '=NETWORKDAYS.INTL(A1,B1,1)+WORKDAY.INTL(A1,2)',
      'NETWORKDAYS.INTL(A1,B1,1)+WORKDAY.INTL(A1,2)',
    ],
    ['older functions without a prefix', '=SUM(A1:A3)*NPV(0.1,B1:B3)', 'SUM(A1:A3)*NPV(0.1,B1:B3)'],
  ])('has %s', (_, typed, held) => {
    expect(toFile(typed)).toBe(held);
    expect(fromFile(held)).toBe(typed);
  });

  it('is read without prefixes, whichever program wrote it', () => {
    expect(fromFile('MD.HOURS("XNYS")')).toBe('=MD.HOURS("XNYS")');
    expect(fromFile('SUM(Px[[#All],[px]])')).toBe('=SUM(Px[[#All],[px]])');
    expect(fromFile('_xlfn.GROUPBY(A1:A9,B1:B9,_xleta.SUM)')).toBe('=GROUPBY(A1:A9,B1:B9,SUM)');
    expect(toFile('=md.hours("XNYS")')).toBe('_xldudf_MD_HOURS("XNYS")');
  });
});

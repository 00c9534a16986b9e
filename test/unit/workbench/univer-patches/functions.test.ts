import { SetRangeValuesCommand } from '@univerjs/preset-sheets-core';
import { fileOfOthers, fileOfRows } from '../../../browser/opened-file';
import { OpenedWorkbook } from '../../../support/opened-workbook';
import { formatAt } from '../../../../src/workbench/engine/cell-contents';

const bench = new OpenedWorkbook();

/** What formulas show beside the numbers 1 to 3 in A1:A3 and a text in B2. */
async function calculated(...formulas: readonly string[]): Promise<unknown[]> {
  const cells = formulas.map(
    (formula, index) => `<row r="${index + 5}"><c r="D${index + 5}"><f>${formula}</f></c></row>`,
  );
  const rows =
    '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c><c r="B2" t="str"><v>x</v></c></row><row r="3"><c r="A3"><v>3</v></c></row>';
  await bench.open(fileOfRows([rows, ...cells], '<definedName name="Units">Model!$A$1:$A$3</definedName>'));
  return formulas.map((_, index) => bench.valueAt(`D${index + 5}`));
}

test.each([
  ['ROWS(A:A)', 1_048_576],
  ['ROWS(A:C)*COLUMNS(1:2)', 1_048_576 * 16_384],
  ['ROWS(A2:B9)*COLUMNS(A2:B9)', 16],
  ['COUNTBLANK(A:A)', 1_048_573],
  ['COUNTBLANK(A:B)', 2_097_148],
  ['COUNTBLANK(1:1)', 16_383],
  ['COUNTBLANK(A1:B3)', 2],
  ['INDEX(A:A,2)', 2],
  ['INDEX(A:A,900)', 0],
  ['INDEX(A:A,1048576)', 0],
  ['INDEX(1:1,1,500)', 0],
  ['SUM(INDEX(A:B,0,1))', 6],
  ['INDEX(A:A,1048577)', '#REF!'],
  ['SUM(A:A)', 6],
  ['COUNTA(A:B)', 4],
  ['MATCH(3,A:A,0)', 3],
])('%s of a sheet that ends earlier is %s', async (formula, expected) => {
  expect(await calculated(formula)).toEqual([expected]);
});

test.each([
  ['SUM(A:A A1:A3)', 6],
  ['SUM(A1:C3 A2:A9)', 5],
  ['SUM(A1:A3 1:2)', 3],
  ['SUM((A1:C3 A2:A9) A3)', 3],
  ['SUM(A:A 1:3  A2:B2)', 2],
  ['A1:A3 A2:B2', 2],
  ['A1:INDEX(A:A,3) A3:B3', 3],
  ['SUM(Model!A:A Model!A2:B9)+1', 6],
  ['SUM(A1:A2, A3)', 6],
  ['IF(A1=1, A2 , A3)', 2],
  ['SUM(A1:A3 C1:C3)', '#NULL!'],
  ['SUM(A1:A3 Other!A1:A3)', '#NULL!'],
  ['SUM(Units A1:B2)', 3],
  ['2*(Units 2:2)', 4],
])('a blank between references stands for the cells that they share: %s is %s', async (formula, expected) => {
  expect(await calculated(formula)).toEqual([expected]);
});

test('a formula reads a range as it is, though another formula sorts it', async () => {
  const sorted = 'LET(x,A1:A3*1,SUM(SORT(x,,-1))+INDEX(x,1))';
  expect(
    await calculated('SORT(A1:A3,,-1)', 'SUMPRODUCT(A1:A3*{1;10;100})', 'XLOOKUP("x",B1:B3,A1:A3)', sorted),
  ).toEqual([3, 321, 2, 7]);
});

test.each([
  ['rate', 1],
  ['größe', 2],
  ['Own', 3],
  ["'Model'!own", 3],
  ['Other!Own', 2],
  ['Other!Rate', 1],
  ['Gone!Rate', '#REF!'],
  ['There', '#REF!'],
  ['other!there', 2],
  ['Formula', '#REF!'],
])('INDIRECT finds the cells of the name %s', async (name, expected) => {
  const names = [
    '<definedName name="Formula">1+1</definedName>',
    '<definedName name="Größe">Model!$A$2</definedName>',
    '<definedName name="Own" localSheetId="0">Model!$A$3</definedName>',
    '<definedName name="Own" localSheetId="1">Model!$A$2</definedName>',
    '<definedName name="RATE">Model!$A$1</definedName>',
    '<definedName name="There" localSheetId="1">Model!$A$2</definedName>',
  ];
  const rows = [1, 2, 3].map((row) => `<row r="${row}"><c r="A${row}"><v>${row}</v></c></row>`);
  const formula = `<row r="4"><c r="A4"><f>INDIRECT("${name}")</f></c></row>`;
  await bench.open(fileOfRows([...rows, formula], names.join('')));
  expect(bench.valueAt('A4')).toBe(expected);
});

test.each([
  ['LET(max,3,MAX(max,4))', 4],
  ['LET(date,DATE(2026,1,1),YEAR(date)+DAY(DATE(2026,1,3)))', 2029],
  ['LAMBDA(N,INT(N(N)))(2.5)', 2],
  ['LET(n,2,f,LAMBDA(x,x+N(n)),f(3))', 5],
])('a name of %s is none of the functions that are called so: %s', async (formula, expected) => {
  expect(await calculated(formula)).toEqual([expected]);
});

describe('LAMBDA', () => {
  const names = {
    Twice: 'LAMBDA(n,n*2)',
    Factorial: 'LAMBDA(n,IF(n<2,1,n*Factorial(n-1)))',
    IsEven2: 'LAMBDA(n,IF(n=0,TRUE,IsOdd2(n-1)))',
    IsOdd2: 'LAMBDA(n,IF(n=0,FALSE,IsEven2(n-1)))',
    Forever: 'LAMBDA(n,Forever(n+1))',
    Grow: '_xlfn.LAMBDA(_xlpm.x,_xlop.r,_xlpm.x*(1+IF(_xlfn.ISOMITTED(_xlpm.r),0.5,_xlpm.r)))',
    Adder: 'LAMBDA(a,LAMBDA(b,a+b))',
    Circle: 'Circle+1',
  };

  it.each([
    ['Twice(5)', 10],
    ['LET(n,3,twice(n+1))', 8],
    ['SUM(MAP({1,2,3},Twice))', 12],
    ['Twice()', '#VALUE!'],
    ['Twice(1,2)', '#VALUE!'],
    ['Twice', '#CALC!'],
    ['Factorial(5)', 120],
    ['SUM(MAKEARRAY(3,3,LAMBDA(r,c,factorial(r)*c)))', 54],
    ['IsEven2(7)', false],
    ['Forever(1)', '#NUM!'],
    ['Circle', '#NAME?'],
    ['Grow(100)', 150],
    ['Grow(100,0)', 100],
    ['Adder(1)(2)', 3],
    ['LAMBDA(a,LAMBDA(b,LAMBDA(c,a+b*c)))(1)(2)(3)', 7],
    ['LET(f,Adder(1),g,Adder(10),f(2)+g(2))', 15],
    ['LAMBDA(f,f(3))(Twice)', 6],
    ['LAMBDA(x,[y],IF(ISOMITTED(y),x,x+y))(3)', 3],
    ['LAMBDA(a,LAMBDA(b,a+b)(2))(3)', 5],
    ['LET(of,LAMBDA(a,LET(b,a+1,c,b,LAMBDA(n,n*c))),one,of(3),other,of(10),one(5)+other(1)+one(5))', 51],
    ['LET(fact,LAMBDA(me,n,IF(n<2,1,n*me(me,n-1))),fact(fact,5))', 120],
    ['LET(x,1,SUM(MAP({1,2},LAMBDA(x,x*2))))', 6],
    ['LET(x,1,LET(x,x+1,x))', 2],
    ['LET(x,x,x)', '#NAME?'],
    ['LET(Rate,5,rate*2)', 10],
  ])('%s is %s', async (formula, expected) => {
    const inFile = (text: string): string => text.replaceAll('<', '&lt;');
    const defined = Object.entries(names).map(
      ([name, lambda]) => `<definedName name="${name}">${inFile(lambda)}</definedName>`,
    );
    await bench.open(fileOfRows([`<row r="1"><c r="A1"><f>${inFile(formula)}</f></c></row>`], defined.join('')));
    expect(bench.valueAt('A1')).toBe(expected);
  });

  it('finds other cells with OFFSET once they have changed', async () => {
    const rows = [
      'LET(f,LAMBDA(r,SUM(OFFSET(B1,0,0,r))),f(3))',
      'SUM(MAP({1,2},LAMBDA(k,SUM(OFFSET(B1,0,0,k)))))',
      '1',
    ].map(
      (formula, at) =>
        `<row r="${at + 1}"><c r="A${at + 1}"><f>${formula}</f></c><c r="B${at + 1}"><v>${at + 1}</v></c></row>`,
    );
    await bench.open(fileOfRows(rows));
    expect([bench.valueAt('A1'), bench.valueAt('A2')]).toEqual([6, 4]);
    const calculated = bench.calculated();
    await bench.change(SetRangeValuesCommand.id, 'B2', { value: { v: 20 } });
    await calculated;
    expect([bench.valueAt('A1'), bench.valueAt('A2')]).toEqual([24, 22]);
  });
});

test.each([
  ['=TRUNC(-7,1)', -7],
  ['=TRUNC(-7)', -7],
  ['=TRUNC(-2.567,2)', -2.56],
  ['=TRUNC("-2.567",1)', -2.5],
  ['=TRUNC(2.567,1)', 2.5],
  ['=TRUNC(-1250,-2)', -1200],
  ['=SUM(TRUNC({-1.5,1.5,-2.75},{0;1}))', -4.7],
  ['=SUMIF(A1:A3,">1",A1)+SUM(A1)', 6],
  ['=AVERAGEIF(A1:A3,">1",A1)+SUM(A1)', 3.5],
  ['=LOOKUP(2,A1:A3,A1)+SUM(A1)', 3],
  ['=LET(x,A1,SUMIF(A1:A3,">1",x)+SUM(x))', 6],
  ['=SUMPRODUCT(A1:A3,A1:A2)', '#VALUE!'],
  ['=SUMPRODUCT(A1:A3,2)', '#VALUE!'],
  ['=SUMPRODUCT(A1:A3,A1:B3)', '#VALUE!'],
  ['=SUMPRODUCT(A3,A2)', 6],
  ['=YEARFRAC(45337.75,45600.25,1)', 263 / 366],
  ['=COUPDAYBS(45337.75,47178,2,1)+HOUR(45337.75)', 167 + 18],
  ['=PROPER("ÄÖ o\'neil 2nd")&CLEAN(1/3)&CLEAN(TRUE)&ISTEXT(CLEAN(5))', "Äö O'Neil 2Nd0.333333333333333TRUETRUE"],
  ['=TEXT(1.005,"0.00")&TEXT(-0.285,"0.00")&TEXT(0.1,"General")', '1.01-0.290.1'],
  ['=SUMPRODUCT(N(A1:A3>1))*10+N(A1:A3)+SUM(N({5,"x",TRUE}))', 27],
  ['=TEXTJOIN(",",FALSE,T({1,"a"}))', ',a'],
  ['=TEXTJOIN("",FALSE,CHOOSECOLS({1,2,3;4,5,6},{3,1}))', '3164'],
  ['=SUM(CHOOSEROWS(A1:A3,SEQUENCE(2),-1))', 6],
  ['=TEXTJOIN(",",TRUE,INDEX(SORT(A1:A3,,-1),{1;2}),INDEX({7,8,9},{1,3}))', '3,2,7,9'],
  ['=SUM(INDEX(A1:A4,{2;4}))', 2],
  ['=TEXTJOIN("|",FALSE,TEXTSPLIT("007,1e5,5%",","))&ISTEXT(INDEX(TEXTSPLIT("1,2",","),2))', '007|1e5|5%TRUE'],
  ['=SUM(TEXTSPLIT("1,2",","))+SUM(--TEXTSPLIT("1,2",","))', 3],
  ['=ISNA(INDEX(TEXTSPLIT("1,2;3",",",";"),2,2))', true],
  ['=TEXT("007","@")&REDUCE("5%",{1},LAMBDA(a,b,a))&INDEX(MAP("1e5",LAMBDA(x,x)),1)', '0075%1e5'],
  ['=AND(TRUE<>"",TRUE<>1,FALSE<>"x",NOT(TRUE=""))', true],
  ['=LEFT(DATE(2024,1,31),2)&LEN(50%)&FIND("5",50%)', '4533'],
  ['=123456789012345678&"|"&123456789012345', '1.23456789012346E+17|123456789012345'],
  ['=CONCAT(1/0,"a")', '#DIV/0!'],
  ['=TEXTJOIN(",",TRUE,1/3)&UPPER(1/3)', '0.3333333333333330.333333333333333'],
  ['=LEN(TRIM(" a"&CHAR(10)&CHAR(160)&"  b "))', 5],
  ['=UNICHAR(128512)&UNICODE("😀")', '😀128512'],
  ['=-TRUE+2', 1],
  ['=BITAND(2^47+5,2^47+4)-BITXOR(2^40,2^47)', 4 - 2 ** 40],
  ['=RIGHT(BAHTTEXT(1234.56),14)', 'ห้าสิบหกสตางค์'],
  ['=INDIRECT("Gone!A1")', '#REF!'],
  ['=CONVERT(100,"ft2","m2")+CONVERT(1,"ha","m^2")', 10_009.290304],
  ['=CONVERT(1,"psi","Pa")+CONVERT(1,"atm","Torr")', 6894.75729316836 + 760],
  ['=CONVERT(1E19,"eV","J")+CONVERT(1,"ga","T")+CONVERT(60,"pica","in")', 1.60227656514141 + 10],
  ['=SUM(INDIRECT("Gone!A1:A3"))', '#REF!'],
  ['=ERROR.TYPE(INDEX(INDIRECT("Gone!A1:A3"),2))', 4],
  ['=SYD(1000,100,5,0)', '#NUM!'],
  ['=ABS("-"&A2)+ROUND(A1&".26",1)+MOD(A3&"",2)+("2"&"")^2', 8.3],
  ['=EDATE("2024-01-"&31,1)', 45_351],
  ['=SUM(BYROW(A1:B3,COUNTA))+REDUCE(0,A1:A3,SUM)+SUM(MAP(A1:A3,{10;20;30},MAX))', 70],
  ['=RATE(12,PMT(0.3,12,1000,0,1),1000,0,1)', 0.3],
  ['=RATE(360,PMT(0.3,360,1000),1000)+RATE(360,PMT(0.004,360,1000),1000)', 0.304],
  ['=SUM(SEQUENCE(2000))', 2_001_000],
  ['=SUM(SEQUENCE(1,16384))+ROWS(SEQUENCE(1048576))', 135_274_496],
  ['=SUM(SEQUENCE(1048577))', '#VALUE!'],
  ['=PRODUCT({1E300,1E300,5})', '#NUM!'],
  ['=DATE(1900,2,29)+DATE(1900,3,0)+DATE(1900,3,1)-DATE(1900,2,28)', 122],
  ['=RANK(2,A1:A3)&RANK(3,A1:A3,1)', '23'],
  ['=SUM(DATEDIF(45292,{45323;45352},"M"))+SUM(YEARFRAC({45292,45474},45658))+SUM(QUOTIENT({7,9},2))', 11.5],
  ['=STDEV(B1:B3)', '#DIV/0!'],
  ['=STDEV.S(B1)', '#DIV/0!'],
  ['=VAR(B1:B3)', '#DIV/0!'],
  ['=VAR.S(A1:A2)', 0.5],
  ['=STDEV(A1:B3)', 1],
  ['=YEARFRAC(DATE(2023,2,28),DATE(2025,2,28))', 2],
  ['=YEARFRAC(DATE(2024,2,29),DATE(2029,2,28),0)', 5],
  ['=YEARFRAC(DATE(2024,8,31),DATE(2024,2,29))', 181 / 360],
  ['=YEARFRAC(DATE(2023,11,15),DATE(2024,2,29),1)', 106 / 366],
  ['=YEARFRAC(DATE(2024,2,29),DATE(2025,2,28),1)', 365 / 366],
  ['=DAYS360(DATE(2024,2,29),DATE(2024,12,31))', 300],
  ['=ACCRINTM(DATE(1993,2,28),DATE(1995,2,28),0.07,10000)', 1400],
  ['=INTRATE(DATE(2007,10,31),DATE(2008,2,29),23,67,1)', 5.786561264822],
  ['=DISC(DATE(1993,2,28),DATE(2008,2,29),23,100)', 77 / 1500],
  ['=ROUND(ACCRINT(DATE(1990,3,4),DATE(1993,3,31),DATE(1992,3,4),0.07,10000,1,0),6)', 1401.944444],
  ['=ROUND(ACCRINT(DATE(1990,3,4),DATE(1993,3,31),DATE(1992,3,4),0.1,12030.34,4,1),6)', 2389.359194],
  ['=ROUND(ACCRINT(DATE(2008,4,5),DATE(2008,8,31),DATE(2008,5,1),0.1,1000,2,0,TRUE),6)', 7.222222],
  ['=ACCRINT(DATE(2017,1,1),DATE(2017,12,1),DATE(2017,4,1),0.33,3000,4,2,A1)', 236.5],
  ['=ROUND(ODDFPRICE(DATE(2002,3,31),DATE(2003,5,14),DATE(2001,3,31),DATE(2002,5,14),0.1,0.03,100,1,3),6)', 107.581875],
  ['=ROUND(ODDFPRICE(DATE(2001,5,14),DATE(2003,5,14),DATE(2000,5,14),DATE(2002,5,14),0.07,0.1,130,1,1),6)', 118.950413],
  ['=ROUND(ODDLPRICE(DATE(2002,3,31),DATE(2004,3,31),DATE(2000,5,14),0.07,0.03,67,1,2),6)', 75.671753],
  ['=ROUND(TBILLEQ(DATE(2024,1,1),DATE(2025,1,1),0.05),6)', 0.052857],
  ['=ISNUMBER(TBILLPRICE(DATE(2023,6,1),DATE(2024,6,1),0.05))', true],
  ['=TBILLYIELD(DATE(2024,6,1),DATE(2025,6,2),98)', '#NUM!'],
  ['=PDURATION(-0.02,100,50)', '#NUM!'],
  ['=ADDRESS(0,1)', '#VALUE!'],
  ['=ADDRESS(1,2^14+1)', '#VALUE!'],
  ['=ADDRESS(2^20,2^14)', '$XFD$1048576'],
  ['=OR("10%",FALSE)', '#VALUE!'],
  ['=XLOOKUP(1.5,{TRUE;2;3},{10;20;30},"none",-1)&XLOOKUP(0,{TRUE;2},{10;20},,1)', 'none20'],
  ['=XLOOKUP(FALSE,{5;TRUE},{10;20},,1)&XMATCH(9,{4;TRUE},-1)', '201'],
  ['=EFFECT(1E+200,2)', '#NUM!'],
  ['=EDATE(2,1E+200)', '#NUM!'],
  ['=ROUND(PRICEMAT(DATE(1993,12,31),DATE(2000,2,28),DATE(1990,3,4),0.07,0.03,0),6)', 116.616714],
  ['=ROUND(YIELDMAT(DATE(1993,12,31),DATE(2000,2,28),DATE(1990,3,4),0.07,100,1),9)', 0.055208266],
  ['=COUPDAYBS(DATE(1993,2,28),DATE(2000,2,28),1)', 0],
  ['=COUPDAYSNC(DATE(1980,2,15),DATE(1995,11,30),4,1)', 14],
  ['=ROUND(PRICE(DATE(1980,2,15),DATE(2000,2,28),0.1,0.1,100,1,1),6)', 99.98339],
  ['=EDATE(DATE(2023,1,31),-1.9)+EOMONTH(DATE(2023,1,31),-1.9)', 2 * 44_926],
  ['=ROUND(IRR({-200,0,10,-10,300},0.5),9)', 0.107781412],
  ['=COUNTA({"a,b","c"})+ROWS({"a;b";"c"})', 4],
  ['=VLOOKUP(2,{1,"one, 1";2,"two; 2"},2)', 'two; 2'],
  ['=YEARFRAC(DATE(2026,1,31),DATE(2026,3,31))', 60 / 360],
  ['=YEARFRAC(DATE(2026,1,15),DATE(2026,3,31))', 76 / 360],
  ['=YEARFRAC(DATE(2026,1,1),DATE(2026,7,1),1)', 181 / 365],
  ['=ROUND(DB(1000000,100000,6,7,7),2)', 15845.1],
  ['=ROUND(DB(1000000,100000,6,6,7),2)', 55841.76],
  ['=ROUND(DB(1000000,100000,6,1,7),2)', 186083.33],
  ['=DB(1000000,100000,6,8,7)', '#NUM!'],
  ['=DB(1000000,100000,6,7)', '#NUM!'],
  ['=ISOWEEKNUM(DATE(2024,12,31))', 1],
  ['=ISOWEEKNUM(DATE(2000,2,29))', 9],
  ['=ISOWEEKNUM(DATE(2021,1,1))', 53],
  ['=WEEKNUM(DATE(2024,12,31),21)', 1],
  ['=WEEKNUM(DATE(2024,12,31))', 53],
  ['=SUM(ISOWEEKNUM(DATE(2024,12,{30,31})))', 2],
  ['=ISOWEEKNUM("x")', '#VALUE!'],
  ['=MINIFS(A1:A3,A1:A3,">9")', 0],
  ['=MAXIFS(A1:A3,A1:A3,">9")+1', 1],
  ['=AREAS((A1,B1:B2))', 2],
  ['=SUM((A1,A2:A3),1)', 7],
  ['=SUM(XLOOKUP(1,A1:A3,A1:A3):XLOOKUP(9,A1:A3,A1:A3,,-1))', 6],
  ['=2*--"5"', 10],
  ['=1.E+3', 1000],
  ['="a\nb"', 'a\nb'],
  ['=SUM(1,\n2)', 3],
  ['=VALUE("(5)")+("(1.5)"+0)', -6.5],
  ['=VALUE("1 1/2")+"2 1/4"*2', 6],
  ['=VALUE("0x1F")', '#VALUE!'],
  ['="Infinity"+0', '#VALUE!'],
  ['=DSUM({"Name","N";"Apple",1;"Apple pie",2;"Pear",4},"N",{"Name";"Apple"})', 3],
  ['=DSUM({"Name","N";"Apple",1;"Apple pie",2;"Pear",4},"N",{"Name";"=Apple"})', 1],
  ['=DSUM({"Name","N","M";"Apple",1,9;"Pear",2,"x"},"N",{"M";">5"})', 1],
  ['=MATCH(21,{10,20,30},)', '#N/A'],
  ['=VLOOKUP(2,A1:A3,1,)+HLOOKUP(3,{1,3,2},1,A9)', 5],
  ['=VLOOKUP(2.5,A1:A3,1,)', '#N/A'],
  ['=TEXTJOIN(",",,A1,"",A2)', '1,2'],
  ['=INDEX(SORT(A1:A3,1,),1)+INDEX(SORTBY(A1:A3,A1:A3,),1)', 2],
  ['=MEDIAN({10;"20";30;40})+SKEW({1,"9",2,3})+GEOMEAN({4,"9",4})', 34],
  ['=NPV(0.25,{10;"20";25})', 24],
  ['=IRR({-100,"60",60,60})', 0.130662386],
  ['=CORREL({10;"20";40;1},{1;2;6;9})=CORREL({10;40;1},{1;6;9})', true],
  ['=RANK(30,HSTACK(10,"20",30),1)', 2],
  ['=AVERAGEA({10,"20",TRUE,1})', 3],
  ['=SUM(SUBTOTAL(9,OFFSET(A1,{0,1,2},0)))', 6],
  ['=TEXT(5,"")&TEXT("a","")&TEXT(TRUE,"0")&ISTEXT(TEXT(TRUE,"0"))', 'aTRUETRUE'],
  ['=SUMPRODUCT(A1:A3*--(A1:A3>1))+2*--A2+1*--SUM(A1:A3)', 15],
  ['=IFS(B1=0,"none",TRUE,1/B1)', 'none'],
  ['=IFS(TRUE,B1)+SWITCH(1,1,B1,5)+SWITCH(2,1,5,B1)', 0],
  ['=SWITCH("1",1,"number","1","text")&SWITCH(B1,"",1,2)', 'text1'],
  ['=SWITCH(4,1,5)', '#N/A'],
  ['=PROPER(B1)&ISTEXT(PROPER(B1))&EXACT(B1,"")', 'TRUETRUE'],
  ['=MAKEARRAY(1,0,LAMBDA(r,c,1))', '#VALUE!'],
  ['=GAMMA(2.5)', 0.75 * Math.sqrt(Math.PI)],
  ['=T.DIST(0,1,FALSE)', 1 / Math.PI],
  ['=CONVERT(1,"F","C")', (-31 * 5) / 9],
  ['=SUM(REDUCE(A1,A2:A3,LAMBDA(a,b,VSTACK(a,b*10))))', 51],
  ['=INDEX(REDUCE({1;2},A1:A3,LAMBDA(a,b,a+b)),2)', 8],
  ['=XLOOKUP(9,A1:A3,A1:B3,"none")', 'none'],
  ['=TIME(12,-30,0)', 11.5 / 24],
  ['=TIME(0,0,-1)', '#NUM!'],
  ['=DATE(1899,12,31)', 693_962],
  ['=VLOOKUP(2,CHOOSE({1,2},A1:A3,A1:A3),2,FALSE)+VLOOKUP(2,CHOOSE({1,2},A1:A3,A1:A3*10),2,FALSE)', 22],
  ['=IFERROR(LOOKUP(3,A1:A3,1),7)', 7],
  ['=1/3&""', '0.333333333333333'],
  ['=LEN(1/3)', 17],
  ['=CONCAT(TRUE,1/3)', 'TRUE0.333333333333333'],
  ['=DOLLAR(1.5)', '$1.50'],
  ['=INDEX(SORT(HSTACK({1;2;1},{5;6;7}),{1,2},{1,-1}),1,2)', 7],
  ['=SUM(EOMONTH(DATE(2024,1,31),{0;1}))', 45_322 + 45_351],
  ['=SUM(WORKDAY(DATE(2024,1,1)+{0,1},1))', 45_293 + 45_294],
  ['=SUM(NETWORKDAYS(DATE(2024,1,1),DATE(2024,1,{2;3})))', 5],
  [
    '=TEXTJOIN(" ",TRUE,TEXT(EDATE({46053;46080;46112},{1,-1}),"yyyy-mm-dd"))',
    '2026-02-28 2025-12-31 2026-03-27 2026-01-27 2026-04-30 2026-02-28',
  ],
  ['=VDB(1000,100,5,1.5,3)', 264],
  ['=VDB(1000,100,5,4.5,5)', 14.8],
  ['=IF("",1,2)', '#VALUE!'],
  ['=IF(B2,1,2)', '#VALUE!'],
  ['=IF("false",1,2)', 2],
  ['=IF(B1,1,2)', 2],
  ['=IF(A1>0,"10%","5%")', '10%'],
  ['=IFERROR(1/0,"1:30")', '1:30'],
  ['=TRIM(" 5% ")&CONCAT("1%","a")', '5%1%a'],
  ['=TEXTBEFORE("1:30",":")', '1'],
  ['=SUM(ROW(INDIRECT("2:3")))', 5],
  ['=EXACT("1:30","01:30")', false],
  ['=VLOOKUP("10%",{"10%","x"},2,FALSE)', 'x'],
  ['=SUM("10%",NPV("10%",110),YEAR("2024-01-31"))', 2124.1],
  ['="a""""b"', 'a""b'],
  ['=ADDRESS(2,3,,,"Data")', 'Data!$C$2'],
  ['=INDEX(LINEST({3;5;8;9},{1;2;3;4},,TRUE),1,2)', 1],
  ['=TREND({3;5;8;9},{1;2;3;4},5,)', 11.5],
  ['=ROUND(GROWTH({3;5;8;9},{1;2;3;4},5,)+INDEX(LOGEST({3;5;8;9},{1;2;3;4},),2),3)', 16.933],
  ['=SUM(RANDARRAY(,,1,1))+(MAX(RANDARRAY(2,2,0,))>0)', 2],
  ['=NETWORKDAYS.INTL(DATE(2024,1,1),DATE(2024,1,31),,DATE(2024,1,2))', 22],
  ['=WORKDAY.INTL(DATE(2024,1,1),1,,DATE(2024,1,2))', 45_294],
  ['=CEILING.MATH(5.5,,1)+FLOOR.MATH(-5.5,,1)', 1],
  ['=INDEX(TEXTSPLIT("a;b",,";"),2,1)', 'b'],
  ['=INDEX(TEXTSPLIT("a=1;b=2","=",";"),2,2)&INDEX(TEXTSPLIT("c-d","-"),1,2)', '2d'],
  ['=SECOND(0.123456)', 47],
  ['=HOUR(0.999999)+MINUTE(0.999999)+HOUR("13:45")', 13],
  ['=CHAR(149)&CHAR(65)&CODE("–")&CODE("ä")', '•A150228'],
  ['=CHAR(256)', '#VALUE!'],
  ['=50%%*2', 0.01],
  ['=SUM(A1:#REF!)', '#REF!'],
  ['=IFERROR(SUM(Sheet1!$B$2:#REF!),7)', 7],
  ['=COUNTA(UNIQUE({"a";"A";"5"}))+COUNTA(UNIQUE({5;"5"}))', 4],
  ['=LET(f,LAMBDA(x,x^2),f(4))', 16],
  ['=LET(a,SUM(A1:A2),f,LAMBDA(x,x*a),f(f(2)))', 18],
  ['=LET(f,LAMBDA(x,x+1),g,LAMBDA(x,f(x)*2),g(3))', 8],
  ['=SUM (A1:A3)', 6],
  ['=EOMONTH(A1:A3,0)', '#VALUE!'],
  ['=SUM(EOMONTH(+A1:A3,0))', 93],
  ['=SUM(MAP(A1:A3,LAMBDA(day,EOMONTH(day,0))))', 93],
  ['=SUM(EDATE(A1,+A1:A2))', 32 + 61],
  ['=QUOTIENT(OFFSET(A1,0,0,2),1)', '#VALUE!'],
  ['=NETWORKDAYS(1,OFFSET(A3,0,0,1),A1:A3)', 0],
  ['=EOMONTH(TRUE,0)', '#VALUE!'],
  ['=SWITCH(0,C1,"blank",0,"zero")&SWITCH("",C1,"blank","none")&SWITCH(1,C1,"blank","none")', 'blankblanknone'],
  ['=SUM(1+{1,3})+SUM(A2*{1;3})+SUM(2 ^ {1,3})', 24],
  ['=TEXTJOIN("|",TRUE,"A"&{1,3}&"x")', 'A1x|A3x'],
  ['=SUM(--(A1:A3={1,3}))', 2],
  ['=SUMPRODUCT(SUMIF(INDIRECT("A"&{1,2}&":A3"),">1"))', 10],
  ['=SUM(SUMIF(OFFSET(A1,{0,1},0,2,1),">0"))', 8],
  ['=SUMPRODUCT(N(OFFSET(A1,{0;2},0)),{2;1})&T(OFFSET(B1,{1;2},0))', '5x'],
  ['=N(A2)+N("x")&T(B2)', '2x'],
  ['=LARGE((A1,A2:A3),2)+NPV(0,(A1,A2:A3))', 8],
  ['=RANK(2,(A1,A2:A3))+RANK.EQ(1,(A1,A2:A3))+RANK.AVG(1,(A1,A2:A3),1)', 6],
  ['=A3:XLOOKUP(9,A1:A3,A1:A3)', '#N/A'],
  ['=SUM(XLOOKUP(9,A1:A3,A1:A3):A3)', '#N/A'],
  ['=SUM(A1:INDEX(A1:A3,MATCH(9,A1:A3,0)))', '#N/A'],
  ['=SUM(A1:INDEX(A1:A3,9))', '#REF!'],
  ['=AVERAGE(1,,2)+COUNT(1,,3)+MAX(,-1)+MIN(,1)+COUNTA(1,,3)+MEDIAN(1,,3)', 8],
  ['=AVERAGE(A9,3)+COUNT(A9,1)+MAX(A9,-1)', 3],
  ['=OR("x",TRUE)', '#VALUE!'],
  ['=AND("true",TRUE)', true],
  ['=AND(B2,TRUE)', true],
  ['=1E21&CONCAT(1E-7)&LEN(1E21)', '1E+211E-075'],
  ['=XIRR({-100,50},{45292,45657},-0.3)', -0.5],
  ['=COUPNCD(DATE(2022,8,30),DATE(2028,8,30),2)', 44_985],
  ['=COUPNUM(DATE(2022,8,30),DATE(2028,8,30),2)', 12],
  ['=COUPPCD(DATE(2023,9,1),DATE(2029,2,28),4)', 45_169],
  ['=COUPNCD(DATE(2023,9,1),DATE(2029,2,28),4)', 45_260],
  ['=COUPPCD(DATE(2026,1,15),DATE(2030,5,15),2)', 45_976],
  ['=YEARFRAC("1/31/2026","7/31/2026")*NETWORKDAYS("1/5/2026","1/9/2026")+YEAR("1/31/2026")', 2028.5],
  ['=YEARFRAC("31/12/2026","1/1/2026")', '#VALUE!'],
  ['=VALUE("1/2/2024")-DATEVALUE("1/1/2024")+("1/3/2024"+0)', 45_295],
  ['=MONTH("1/31/2024")+EDATE("1/31/2024",1)+DAYS("1/31/2024","1/1/2024")', 1 + 45_351 + 30],
  ['="1/1/2024"&("1/1/2024"=45292)', '1/1/2024FALSE'],
  ['=SUM(A1>0,A2>0)+COUNT(A1&"")+MAX(A1>0,-1)+SUM(ISNUMBER(MATCH(2,A1:A3,0)),A1&"5")', 20],
  ['=SUM(A1:A3>0)+SUM(B2,IF(A1=1,B2))+COUNT(B2&"",TRUE)', 1],
  ['=MATCH("1",A1&"",0)+VLOOKUP(2,A1*2,1,FALSE)+LOOKUP(5,A1*2)+XLOOKUP("1",A1&"",A1*7)', 12],
  ['=MEDIAN(TRUE,"3")+GEOMEAN(TRUE,4)+HARMEAN(A1>0,4)+DEVSQ(TRUE,"3")+AVERAGEA(1,,2)', 2 + 2 + 1.6 + 2 + 1],
  ['=MEDIAN("x",1)', '#VALUE!'],
  ['=NOT("FALSE")', true],
  ['=NOT("x")', '#VALUE!'],
  [
    '=TEXTJOIN("|",TRUE,ISODD({1,2}),WEEKNUM({45292,45299}),CONVERT({1;2},"km","m"),COMPLEX({1,2},-1))',
    'TRUE|FALSE|1|2|1000|2000|1-i|2-i',
  ],
  [
    '=TEXTJOIN("|",TRUE,COUPNUM(45337,{47178,46082},2),ROUND(PRICE(39493,43054,{0.0575;0.0575},0.065,100,2,0),3))',
    '11|5|94.634|94.634',
  ],
  ['=DOLLARDE(1.123456,8)+MROUND(6.05,0.1)', 7.15432],
  ['=RATE(3,-10,1000,100)', '#NUM!'],
  ['=YEARFRAC(DATE(2024,3,31),DATE(2022,12,27))', 454 / 360],
  ['=MATCH("a*b",HSTACK("x","a"&CHAR(10)&"b"),0)', 2],
  ['=ROWS(UNIQUE({"5";5}))&ROWS(UNIQUE({"a";"A"}))', '21'],
  ['=SUM(ISNUMBER(A1))+MAX(ISTEXT(B2),0)', 2],
  ['=VALUETOTEXT(1.5)&ISTEXT(VALUETOTEXT(1.5))&ISTEXT(VALUETOTEXT(TRUE))', '1.5TRUETRUE'],
  ['=DDB(2400,300,10,0.5)', '#NUM!'],
  ['=DAY(60)+DAY(0.5)+MONTH(0.5)+YEAR(0.5)+DAY(61.5)', 29 + 0 + 1 + 1900 + 1],
  ['=SUM(IF(A1,A1,A2):A2)', 3],
  ['=MATCH("a~~",HSTACK("b","a~"),0)', 2],
  ['=--5^2+5*--A2^2+(2^--1)-(-+3^2)', 25 + 20 + 2 - 9],
  ['=SUM(-{1,2})+SUM(--{1,2}^2)+(A1--A2)+(A1-+A2)', -3 + 5 + 3 - 1],
  ['=TEXT(-1,"yyyy-mm-dd")', '#VALUE!'],
  ['=INDEX(TEXT({-1,1},"[h]:mm"),2)&TEXT(-1,"0;(0)")&TEXT(-0.5,"0%")', '24:00(1)-50%'],
  ['=VLOOKUP(0,VSTACK(HSTACK(C1,5),{0,6}),2,FALSE)+XLOOKUP(0,VSTACK(C1,0),{5;6})+XMATCH(B1,VSTACK(C1,0))', 6 + 6 + 1],
  ['=VLOOKUP(B1,VSTACK(HSTACK(C1,5),{0,6}),2,FALSE)+HLOOKUP(FALSE,HSTACK(C1,FALSE),1,FALSE)', 6],
  ['=XLOOKUP(C1,VSTACK("x",FALSE,C1),{1;2;3})', 3],
  ['=CONCAT(SORT({"-";5;"A";"a";-3;"!"}))&CONCAT(SORT({1;"-";2},,-1))', '-35-!Aa-21'],
  ['=CONCAT(SORTBY({1;2;3;4},{"b";"B";5;"-"}),SORTBY({1,2,3},{TRUE,FALSE,TRUE},-1))', '3412132'],
  ['=CONCAT(SORT({"n",1;"N",2;"n",3},{1,2},{1,-1}),SORTBY({1;2;3},{"b";"B";"b"},1,{1;3;2},-1))', 'n3N2n1231'],
  ['=MATCH(1,1/0,0)', '#DIV/0!'],
  ['=XLOOKUP(1,{1,2},1/0)', '#DIV/0!'],
  ['=HLOOKUP(1,NA(),1)', '#N/A'],
  ['=REGEXEXTRACT("abc123","[a-z]+([0-9]+)")&REGEXEXTRACT({"a1","b2"},"[0-9]")', 'abc1231'],
  ['=TEXTJOIN("|",TRUE,REGEXEXTRACT("a1b22","[0-9]+",1),REGEXEXTRACT("ab-12 c","(\\w+)-(\\d+)",2))', '1|22|ab|12'],
  ['=REGEXEXTRACT("x 12-3","\\d+\\-\\d")&REGEXEXTRACT("1äö","\\p{L}+")', '12-3äö'],
  ['=REGEXEXTRACT("abc","B")', '#N/A'],
  ['=REGEXEXTRACT("abc","(")', '#VALUE!'],
  ['=REGEXTEST("abc","B")&REGEXTEST("abc","B",1)', 'FALSETRUE'],
  ['=REGEXREPLACE("a1b2","([a-z])(\\d)","$2$1")&REGEXREPLACE("xAxax","A","-",,1)', '1a2bx-x-x'],
  ['=REGEXREPLACE("a1b22","\\d+","<$0>")', 'a<1>b<22>'],
  ['=REGEXTEST("A1","^[[:upper:][:digit:]]+$")&REGEXREPLACE("a-b c","[[:punct:][:space:]]","")', 'TRUEabc'],
  ['=REGEXEXTRACT("ab12","(?i)\\A[A-Z]+")&REGEXTEST("ab","a\\Z")', 'abFALSE'],
  ['=REGEXREPLACE("a-b-c","-","+",2)&REGEXREPLACE("a-b-c","(-)","$1$1",-1)', 'a-b+ca-b--c'],
  ['=NPV(B2,A1:A3)', '#VALUE!'],
  ['=RANK(B2,A1:A3)', '#VALUE!'],
  ['=SLN("",10,5)', '#VALUE!'],
  ['=WORKDAY(45000,LEFT(B2,0))', '#VALUE!'],
  ['=SYD(100,"",5,2)', '#VALUE!'],
  ['=PRICE(45000,46000,"",0.05,100,2)', '#VALUE!'],
  ['=YEARFRAC(45000,45300," ")', '#VALUE!'],
  ['=NOT(LEFT(B2,0))', '#VALUE!'],
])('functions calculate as in Excel: %s is %s', async (formula, expected) => {
  const row = (number: number, text?: string) => ({ 0: { v: number }, ...(text !== undefined && { 1: { v: text } }) });
  await bench.openSheet({ cellData: { 0: { ...row(1), 3: { f: formula } }, 1: row(2, 'x'), 2: row(3) } });
  expect(bench.valueAt('D1')).toEqual(typeof expected === 'number' ? expect.closeTo(expected, 9) : expected);
});

test.each([
  ['=0.5-0.4-0.1', 0],
  ['=1*(0.5-0.4-0.1)', -(2 ** -55)],
  ['=A1+7*2^-52-1', 0],
  ['=A1+8*2^-52-1', 2 ** -49],
  ['=818562.54-778536.1-40026.44', 5.820766091346741e-11],
  ['=43.1-43.2+1', 0.8999999999999986],
  ['=10.1-10=0.1', false],
  ['=0.1+0.2=0.3', true],
  ['=0.1+0.2>0.3', false],
  ['=SUM(0.1,0.2,-0.3)=0', false],
  ['=INT((0.1+0.7)*10)', 7],
  ['=SUM(A1:A3*0+0.3-0.1-0.2)=0', false],
  ['=INDEX(A1:A3*0+0.3-0.1-0.2,2)=0', false],
  ['=INT(49/A4)', 1],
  ['=INT((A4+49)/A4)', 2],
  ['=SUM(INT(49/A3:A4))', 17],
  ['=(A4-A1)/A5', '#DIV/0!'],
  ['=49/A4:A5', 1],
])(
  'numbers are binary and compared by 15 digits, and the last difference is settled: %s is %s',
  async (f, expected) => {
    const column = [1, 2, 3, 49].map((v, row) => [row, { 0: { v }, ...(row === 0 && { 3: { f } }) }] as const);
    await bench.openSheet({ cellData: Object.fromEntries(column) });
    expect(bench.valueAt('D1')).toBe(expected);
  },
);

describe.each([
  ['ends earlier', ''],
  ['has a value in its last row', '<row r="1048576"><c r="F1048576"><v>1</v></c></row>'],
])('what is calculated with whole columns of a sheet that %s', (_, lastRow) => {
  const values: Readonly<Record<string, unknown>> = {
    'SUMPRODUCT((A:A="x")*B:B)': 8,
    'SUMPRODUCT(--(A:A="x"),B:B)': 8,
    'SUMPRODUCT((A2:A1048576="x")*B2:B1048576)': 8,
    'SUMPRODUCT((Column="x")*1)': 2,
    'SUMPRODUCT((A:A=Other!A:A)*1)': 1_048_572,
    'SUMPRODUCT((A:A&lt;&gt;"x")*1)': 1_048_574,
    'SUMPRODUCT((A:A="")*1)+0.5': 1_048_572.5,
    'SUM((A:A="")*1,B2,5)': 1_048_580,
    'COUNTIF(A:A,"")': 1_048_572,
    'SUM(COUNTIF(A:A,{"x",""}))': 1_048_574,
    'SUM(IF(A:A="x",B:B))': 8,
    'AVERAGE(IF(A:A="x",B:B))': 4,
    'MEDIAN((A:A="x")*1)': 0,
    'MEDIAN((A:A="")*1)': 1,
    'AVERAGE((A:A="x")*1)': 2 / 1_048_576,
    'MAX((A:A="x")*B:B)': 5,
    'SUMPRODUCT((A:A="x")/SUM(B:B))': 0.05,
    'XLOOKUP(1,(A:A="x")*(B:B=5),B:B)': 5,
    'LOOKUP(2,1/(A:A="x"),B:B)': 5,
    'MATCH(1,(A:A="x")*(B:B=5),0)': 4,
    'MATCH(1,F:F*1,0)': lastRow === '' ? '#N/A' : 1_048_576,
    'SUM(FILTER(B:B,A:A="x"))': 8,
    'ROWS(FILTER(B:B,A:A="x"))': 2,
    'ROWS(UNIQUE(A:A))': 4,
    'SUM(A:A*B:B)': '#VALUE!',
  };

  test('counts the blank rows where they count', async () => {
    const row = (number: number, text: string): string =>
      `<row r="${number}"><c r="A${number}" t="str"><v>${text}</v></c><c r="B${number}"><v>${number + 1}</v></c></row>`;
    const formulas = Object.keys(values).map(
      (formula, index) =>
        `<row r="${index + 9}"><c r="D${index + 9}"><f t="array" ref="D${index + 9}">${formula}</f></c></row>`,
    );
    const rows = [row(2, 'x'), row(4, 'x'), row(5, 'y'), row(20, 'z').replace('21', '26')];
    const last = formulas.join('').replace('<row r="20">', rows[3]!.replace('</row>', ''));
    await bench.open(
      fileOfRows([...rows.slice(0, 3), last, lastRow], '<definedName name="Column">Model!$A:$A</definedName>'),
    );
    const found = Object.keys(values).map((formula, index) => [formula, bench.valueAt(`D${index + 9}`)]);
    expect(Object.fromEntries(found)).toEqual(values);
  });
});

test('a whole column with a value in its last cell is calculated as quickly as its values alone', async () => {
  const formulas = [
    'SUM(A:A)',
    'COUNT(A:A)',
    'COUNTA(A:B)',
    'AVERAGE(A:A)',
    'MAX(A:A)',
    'MIN(A:A)',
    'PRODUCT(A:A)',
    'SUM(A2:A1048576,B:B,1)',
    'SUM(D5:D1048576)',
    'MAX(E:E)',
    'COUNT(E:F)',
    'COUNTIF(A:A,5)',
    'COUNTIF(A:A,"")',
    'COUNTIF(A:A,"&lt;&gt;5")',
    'COUNTIFS(A:A,5,B:B,"x")',
    'COUNTIFS(A:A,"&lt;&gt;5",B:B,"&lt;&gt;x")',
    'SUM(COUNTIF(A:A,{4,5,6}))',
    'SUMIF(A:A,"&gt;3")',
    'SUMIFS(A:A,B:B,"x")',
    'SUMIF(B:B,"&lt;&gt;x",A:A)',
    'AVERAGEIF(A:A,"&lt;&gt;5")',
    'MINIFS(A:A,A:A,"&gt;0")',
    'MATCH(-2,A:A,0)',
    'MATCH(5,A:A,0)',
    'MATCH(6,A:A,0)',
    'MATCH("x",B:B,0)',
    'XMATCH(-2,A:A,0,-1)',
    'VLOOKUP(5,A:B,2,FALSE)',
    'XLOOKUP(-2,A:A,D:D,"none")',
    'XLOOKUP("x",B:B,A:A)',
    'MEDIAN(A:A)',
    'LARGE(A:A,1)',
    'SUMPRODUCT(A2:A1048576,A2:A1048576)',
    'SUMIF(A2:A1048576,5,A2:A1048576)',
    'MATCH(-2,A2:A1048576,0)',
    'RANK(A1,A:A)',
    'RANK.AVG(5,A:A,1)',
    'RANK.EQ(-2,A1:B1048576)',
    'SUBTOTAL(9,A:A)',
    'SUBTOTAL(103,A:A,B:B)',
    'AGGREGATE(14,6,A:A,1)',
    'AGGREGATE(9,5,A:A)',
    'SUMPRODUCT((B:B="x")*A:A)',
    'SUMPRODUCT(--(A:A=""),--(B:B=""))',
    'COUNTA(UNIQUE(A:A))',
  ];
  const cells = formulas.map(
    (formula, index) => `<row r="${index + 5}"><c r="G${index + 5}"><f>${formula}</f></c></row>`,
  );
  const sums = Array.from(
    { length: 200 },
    (_, index) => `<row r="${index + 50}"><c r="G${index + 50}"><f>SUM(A:A)+${index}</f></c></row>`,
  );
  const rows =
    '<row r="1"><c r="A1"><v>4</v></c></row><row r="2"><c r="A2"><v>5</v></c><c r="B2" t="str"><v>x</v></c></row>' +
    `<row r="4"><c r="D4" cm="1"><f t="array" ref="D4:D6">_xlfn.SEQUENCE(3)</f><v>1</v></c></row>${cells.join('')}${sums.join('')}` +
    '<row r="1048576"><c r="A1048576"><v>-2</v></c></row>';
  const used = process.cpuUsage();
  await bench.open(fileOfRows([rows]));
  const { user } = process.cpuUsage(used);
  expect(formulas.map((_, index) => bench.valueAt(`G${index + 5}`))).toEqual([
    7,
    3,
    4,
    expect.closeTo(7 / 3, 9),
    5,
    -2,
    -40,
    4,
    5,
    0,
    0,
    1,
    1_048_573,
    1_048_575,
    1,
    1_048_575,
    2,
    9,
    5,
    2,
    1,
    4,
    1_048_576,
    2,
    '#N/A',
    2,
    1_048_576,
    'x',
    0,
    5,
    4,
    5,
    29,
    5,
    1_048_575,
    2,
    3,
    3,
    7,
    4,
    5,
    7,
    5,
    1_048_573,
    3,
  ]);
  expect(bench.valueAt('G249')).toBe(206);
  expect(user / 1e6).toBeLessThan(1.2);
});

test.each([
  ['BETA.DIST(2,2/15,2/15,TRUE,1,6)', 0.422848132802469],
  ['CONFIDENCE.T(2/15,6.6,44)', 1.52236112511945],
  ['F.DIST.RT(2,5,6)', 0.211674327499376],
  ['F.INV.RT(2/15,5,6)', 2.65289925968912],
  ['T.DIST(2,6,TRUE)', 0.953786844234163],
  ['T.INV(2/15,5)', -1.24984978826526],
  ['T.INV.2T(2/15,6)', 1.73552173106792],
  ['EXP(GAMMALN(6))', 120],
  ['GAMMALN(0.5)', 0.5723649429247],
  ['GAMMALN(1000000)', 12815504.5691476],
])('%s is %s, with the digits that Excel has', async (formula, expected) => {
  const [value] = await calculated(formula);
  expect(Math.abs((value as number) / expected - 1)).toBeLessThan(1e-12);
});

test.each([
  ['BINOM.DIST(600,1200,0.5,FALSE)', 0.02302814526860268],
  ['BINOM.DIST(1200,2400,0.5,TRUE)', 0.5081425269743358],
  ['BINOM.DIST(2,10000000000,0.3,TRUE)', 0],
  ['BINOM.DIST(5000000000,10000000000,0.3,TRUE)', 1],
  ['BINOM.DIST.RANGE(2400,0.5,0,1200)', 0.5081425269743358],
  ['BINOM.INV(100000,0.7,0.8)', 70_122],
  ['BINOM.INV(6,0.5,0.75)', 4],
  ['NEGBINOM.DIST(2000,1000,0.35,FALSE)', 0.000813434680710775],
  ['NEGBINOM.DIST(2000,1000,0.35,TRUE)', 0.9737179389975959],
  ['NEGBINOM.DIST(10,5,0.25,FALSE)', 0.05504866037517786],
  ['POISSON.DIST(200,200,FALSE)', 0.028197727685920822],
  ['POISSON.DIST(1500,1500,TRUE)', 0.5068665119847636],
  ['POISSON.DIST(2,5,TRUE)', 0.12465201948308113],
])('%s of many trials is %s, and at once', async (formula, expected) => {
  const [value] = await calculated(formula);
  expect(value).toBeCloseTo(expected, 9);
});

describe('formulas that refer to one another in a circle', () => {
  /** Interest on what is left after it is paid. */
  const formulas = ['100-D6', '0.05*D5', 'D5*10', 'IF(B9=1,D8+1,7)'];
  const open = async (calculation: string): Promise<unknown[]> => {
    const cells = formulas.map(
      (formula, index) => `<row r="${index + 5}"><c r="D${index + 5}"><f>${formula}</f></c></row>`,
    );
    await bench.open(
      fileOfOthers({
        'xl/worksheets/sheet1.xml': (text) =>
          text.replace(/<sheetData>[^]*<\/sheetData>/, `<sheetData>${cells.join('')}</sheetData>`),
        'xl/workbook.xml': (text) => text.replace(/<calcPr[^>]*>/, calculation),
      }),
    );
    return formulas.map((_, index) => bench.valueAt(`D${index + 5}`));
  };

  it('are calculated repeatedly where the file asks for it, and again after a change', async () => {
    const [left, interest, tenfold, other] = await open('<calcPr iterate="1" iterateDelta="0.000001"/>');
    expect(left).toBeCloseTo(100 / 1.05, 5);
    expect(interest).toBeCloseTo(5 / 1.05, 5);
    expect(tenfold).toBeCloseTo(1_000 / 1.05, 4);
    expect(other).toBe(7);
    const calculated = bench.calculated();
    await bench.change('sheet.command.set-range-values', 'D6', { value: { f: '=0.1*D5' } });
    await calculated;
    expect(bench.valueAt('D5')).toBeCloseTo(100 / 1.1, 5);
  });

  it('end after as many times as the file says, though they never come to rest', async () => {
    const set = async (): Promise<unknown> => {
      const calculated = bench.calculated();
      await bench.change('sheet.command.set-range-values', 'B9', { value: { v: 1, t: 2 } });
      await calculated;
      return bench.valueAt('D8');
    };
    await open('<calcPr iterate="true" iterateCount="20"/>');
    expect(await set()).toBeGreaterThan(20);
    await open('<calcPr iterate="true" iterateCount="2"/>');
    expect(await set()).toBeLessThan(20);
  });

  it.each(['<calcPr/>', '<calcPr iterate="0"/>'])('are circles with %s', async (calculation) => {
    expect(await open(calculation)).toEqual(['#CYCLE!', '#CYCLE!', '#CYCLE!', 7]);
  });
});

test('a formula that looks into its own table keeps its value when another cell is entered, also beside an OFFSET', async () => {
  const number = (v: number) => ({ v, t: 2 });
  const lookup = { f: '=VLOOKUP(2,$A$1:$B$2,1,FALSE)' };
  const sum = { f: '=SUM(OFFSET(A1,0,0,B1,1))' };
  await bench.openSheet({ cellData: { 0: { 0: number(1), 1: lookup, 2: sum, 4: { f: '=D1' } }, 1: { 0: number(2) } } });
  const calculated = bench.calculated();
  await bench.change('sheet.command.set-range-values', 'D1', { value: number(9) });
  await calculated;
  expect(['B1', 'C1', 'E1'].map((address) => bench.valueAt(address))).toEqual([2, 3, 9]);
});

test.each(['A1:', ':', 'A1+1', 'A1:B', 'A1048577', 'XFE1', 'A0', '1:A', 'A1:B2:C3', "''!A1", 'A', '1', 'A1 B1'])(
  'INDIRECT of the text %s is an error, and all else is calculated',
  async (text) => {
    await bench.openSheet({ cellData: { 0: { 0: { v: 1 }, 1: { f: `=INDIRECT("${text}")` }, 2: { f: '=A1+1' } } } });
    expect([bench.valueAt('B1'), bench.valueAt('C1')]).toEqual(['#REF!', 2]);
  },
);

test('each of two formulas has its own result, whatever checksum they have', async () => {
  const formula = (text: string): string => `=LEN("")+LEN("${text}")&LEFT("${text}",3)&REPT("",5)`;
  const cell = (text: string) => ({ 0: { f: formula(text) } });
  await bench.openSheet({ cellData: { 0: cell('BPCFFUFV'), 1: cell('MWJQZAIA') } });
  expect([bench.valueAt('A1'), bench.valueAt('A2')]).toEqual(['8BPC', '8MWJ']);
});

test.each(['A1', '$A$1', 'a1:a3', 'A:A', '$1:1', 'One!A1', "'One'!$A1:A$2", 'A1048576:A1', '!A1'])(
  'INDIRECT of the text %s has its cells',
  async (text) => {
    await bench.openSheet({ cellData: { 0: { 0: { v: 1 } }, 9: { 3: { f: `=SUM(INDIRECT("${text}"))` } } } });
    expect(bench.valueAt('D10')).toBe(1);
  },
);

test.each([
  ['=SUM(OFFSET(A1,0,0,2,4))', '#CYCLE!'],
  ['=SUM(INDIRECT("A1:D1"))', '#CYCLE!'],
  ['=INDIRECT("D"&1)', '#CYCLE!'],
  ['=ROW(INDIRECT("D"&1))', 1],
  ['=SUM(OFFSET(D1,0,-3,1,3))', 1],
  ['=COLUMNS(OFFSET(A1,0,0,1,4))+ROW(INDIRECT("D1"))', 5],
  ['=IF(A1=1,5,SUM(OFFSET(A1,0,0,1,4)))', 5],
  [`=IFERROR(SUM(INDIRECT("'Gone'!A1:D1")),7)`, 7],
  [`=IFERROR(SUM(INDIRECT("'"&B1&"'!A1:D1")),7)`, 7],
  ['=INDIRECT("RC[-3]",FALSE)+INDIRECT("R1C1",FALSE)+SUM(INDIRECT("RC[-3]:R[1]C[-2]",FALSE))', 3],
])('a formula that reads its own cell through OFFSET or INDIRECT is a circle: %s is %s', async (f, expected) => {
  await bench.openSheet({ cellData: { 0: { 0: { v: 1 }, 3: { f } } } });
  expect(bench.valueAt('D1')).toBe(expected);
});

test.each([
  ['=INDIRECT("B"&1)', '=INDIRECT("A"&1)+1', ['#CYCLE!', '#CYCLE!']],
  ['=INDIRECT("B"&1)', '=A1+1', ['#CYCLE!', '#CYCLE!']],
  ['=IF(C1=0,5,INDIRECT("B"&1))', '=A1+1', [5, 6]],
  ['=INDIRECT("B"&2)', '=A1+1', [0, 1]],
])('%s in A1 and %s in B1 are %j', async (first, second, expected) => {
  await bench.openSheet({ cellData: { 0: { 0: { f: first }, 1: { f: second } } } });
  expect([bench.valueAt('A1'), bench.valueAt('B1')]).toEqual(expected);
});

test.each([
  ['=SEQUENCE(3)+A2', '=0', '#CYCLE!'],
  ['=VSTACK(0,A2+1)', '=0', '#CYCLE!'],
  ['=SORT(VSTACK(3,1,A2))', '=0', '#CYCLE!'],
  ['=FILTER({5;6},{1;1}>A2)', '=0', '#CYCLE!'],
  ['=SEQUENCE(3)+SUM(OFFSET(A1,1,0))', '=0', '#CYCLE!'],
  ['=VSTACK(0,B1+1)', '=A2', '#CYCLE!'],
  ['=SEQUENCE(3)+IF(B1,A2,4)', '=FALSE', 5],
  ['=SEQUENCE(3)+ROWS(A2:A3)', '=A3', 3],
  ['=SEQUENCE(3)+A4', '=A3', 1],
])('a result that fills cells on which it depends is a circle: %s beside %s is %s', async (f, beside, expected) => {
  await bench.openSheet({ cellData: { 0: { 0: { f }, 1: { f: beside } } } });
  expect(bench.valueAt('A1')).toBe(expected);
});

test('an error among cells is one for each comparison of them', async () => {
  const formulas = ['=IF(A1>0,"pass","fail")', '=IF(A2>0,"pass","fail")', '=SUM((A1:A2>0)*1)'];
  const rows = formulas.map((f, row) => [row, { 0: row === 0 ? { f: '=NA()' } : { v: row, t: 2 }, 3: { f } }]);
  await bench.openSheet({ cellData: Object.fromEntries(rows) });
  expect(['D1', 'D2', 'D3'].map((address) => bench.valueAt(address))).toEqual(['#N/A', 'pass', '#N/A']);
});

test('functions that take each part of a range have the result that fills it', async () => {
  const f = '=REDUCE(0,A1#,LAMBDA(a,b,a+b))+SUM(BYROW(A1#,LAMBDA(row,SUM(row))))';
  await bench.openSheet({ cellData: { 0: { 0: { f: '=SEQUENCE(3)' }, 3: { f } } } });
  expect(bench.valueAt('D1')).toBe(12);
});

test('OFFSET by the own column follows its cells, though others are calculated before it', async () => {
  const B2 = '=OFFSET($A$1,0,COLUMN()-2)*0.05';
  const cellData = {
    0: { 0: { v: 500 }, 1: { f: '=A1-B5' } },
    1: { 1: { f: B2 }, 2: { f: B2 } },
    2: { 1: { f: '=100-B2' }, 2: { f: '=100-C2' } },
    4: { 1: { f: '=B3' } },
  };
  await bench.openSheet({ cellData });
  expect(['B1', 'C2', 'C3'].map((address) => bench.valueAt(address))).toEqual([425, 21.25, 78.75]);
});

const DAY = 'yyyy-mm-dd';

/** How a cell shows what a formula makes of the day or time in A1, of another in B1, and of the number 30 in C1. */
async function formatted(pattern: string, formula: string): Promise<string> {
  const styled = (v: number) => ({ v, t: 2, s: { n: { pattern } } });
  await bench.openSheet({
    cellData: { 0: { 0: styled(46_331.25), 1: styled(46_300), 2: { v: 30, t: 2 }, 3: { f: formula } } },
  });
  const unitId = bench.sheet.workbook.getUnitId();
  return formatAt(bench.sheet, { unitId, sheetId: 'one', row: 0, column: 3 });
}

test.each([
  ['=A1+C1', DAY, DAY],
  ['=C1+A1', DAY, DAY],
  ['=A1-30', DAY, DAY],
  ['=A1-B1', 'h:mm', 'h:mm'],
  ['=DATE(2026,11,28)+1', DAY, DAY],
  ['=TODAY()', DAY, DAY],
  ['=NOW()', DAY, 'yyyy-mm-dd hh:mm'],
])('%s is shown as a date or a time', async (formula, pattern, expected) => {
  expect(await formatted(pattern, formula)).toBe(expected);
});

test.each([
  ['=SUM(A1:C1)', '$#,##0.00'],
  ['=SUM(B1,C1)', '0%'],
  ['=SUM(A1:B1)*1+SUM(A1)', DAY],
  ['=AVERAGE(A1:B1)', DAY],
])('%s is shown as what it adds up', async (formula, pattern) => {
  expect(await formatted(pattern, formula)).toBe(pattern);
});

test.each([
  ['=A1-B1', DAY],
  ['=SUM(C1,A1)', '$#,##0.00'],
  ['=COUNT(A1:B1)', DAY],
  ['=A1+C1', '0.00'],
  ['=A1*C1', DAY],
  ['=YEAR(A1)+1', DAY],
])('%s is shown as a number', async (formula, pattern) => {
  expect(await formatted(pattern, formula)).toBe('General');
});

test('a number that its cell shows as a text is one', async () => {
  const cell = { v: 5, t: 2, s: { n: { pattern: '@' } } };
  await bench.openSheet({ cellData: { 0: { 0: cell, 3: { f: '=SUM(A1)+COUNTIF(A1:A3,5)' } } } });
  expect(bench.valueAt('D1')).toBe(6);
});

test.each([
  ['=XLOOKUP(2,B1:B3,A1:A3)', '#DIV/0!'],
  ['=XLOOKUP(2,B1:B3,A1:A3,"none")', '#DIV/0!'],
  ['=SUM(XLOOKUP(B1:B2,B1:B3,A1:A3,0))', '#DIV/0!'],
  ['=XLOOKUP(9,B1:B3,A1:A3,"none")', 'none'],
  ['=XLOOKUP(9,B1:B3,A1:A3)', '#N/A'],
  ['=XLOOKUP(A2,B1:B3,B1:B3,"none")', '#DIV/0!'],
  ['=XLOOKUP(3,B1:B3,A1:A3)', 3],
  ['=AVERAGE(A1:A3)', '#DIV/0!'],
  ['=AVERAGEIF(B1:B3,2,A1:A3)', '#DIV/0!'],
  ['=AVERAGEIFS(A1:A3,B1:B3,2)', '#DIV/0!'],
  ['=AVERAGEIF(B1:B3,">2",A1:A3)', 3],
  ['=IRR(A1:A3)', '#DIV/0!'],
  ['=AGGREGATE(3,6,A1:B3)', 5],
  ['=AVERAGE(B1:B3)', 2],
  ['=SUMIF(A1:A3,"<>#DIV/0!")', 4],
  ['=SUMIFS(B1:B3,A1:A3,"#DIV/0!")', 2],
  ['=COUNTIF(A1:A3,"<>#N/A")', 3],
])('a function over cells of which one is an error is the error that it finds: %s is %s', async (formula, expected) => {
  const rows = [1, 2, 3].map((v) => ({ 0: { v, t: 2 }, 1: { v, t: 2 } }));
  await bench.openSheet({
    cellData: { 0: { ...rows[0], 3: { f: formula } }, 1: { ...rows[1], 0: { f: '=1/0' } }, 2: rows[2]! },
  });
  expect(bench.valueAt('D1')).toBe(expected);
});

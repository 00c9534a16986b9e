import {
  isConstantArray,
  isManyValued,
  needsArrays,
  withIntersections,
} from '../../../../src/workbench/xlsx/array-operands';

const isMany = (name: string): boolean => name === 'Units';

test.each([
  ['=SUM(A1:A3*B1:B3)', '=SUM(@A1:A3*@B1:B3)'],
  ['=Units*Price', '=@Units*Price'],
  ['=A1:A3', '=@A1:A3'],
  ['=SUM(IF(A1:A3>3,C1:C3))', '=SUM(IF(@A1:A3>3,C1:C3))'],
  ['=IF(A1>0,B1:B3,C1:C3)', '=IF(A1>0,@B1:B3,@C1:C3)'],
  ['=ABS(CHOOSE(2,A1:A3,B1:B3))', '=ABS(CHOOSE(2,@A1:A3,@B1:B3))'],
  ['=MATCH(1,(A1:A3=1)*(B1:B3=2),0)', '=MATCH(1,(@A1:A3=1)*(@B1:B3=2),0)'],
  ['=ABS(A1:A3)+1', '=ABS(@A1:A3)+1'],
  ['=SUM(COUNTIF(A1:A9,B1:B3))', '=SUM(COUNTIF(A1:A9,@B1:B3))'],
  ['=VLOOKUP(A:A,B:C,2,FALSE)', '=VLOOKUP(@A:A,B:C,2,FALSE)'],
  ['=SUMIFS(A1:A9,B1:B9,C1:C3)', '=SUMIFS(A1:A9,B1:B9,@C1:C3)'],
  ['=MAX( -A1:A3 )', '=MAX( -@A1:A3 )'],
  ['=\'My sheet\'!A1:A3&"x"', '=@\'My sheet\'!A1:A3&"x"'],
  ['=INDEX(A1:A9,B1:B2)', '=INDEX(A1:A9,@B1:B2)'],
  ['=ROW(A3:B9)*2', '=@ROW(A3:B9)*2'],
  ['=INDEX(A1:A9,ROW(2:2))', '=INDEX(A1:A9,@ROW(2:2))'],
  ['=SUM(COLUMN(B1:D1))', '=SUM(@COLUMN(B1:D1))'],
])('%s calculates with arrays, and is %s otherwise', (formula, single) => {
  expect(needsArrays(formula, isMany)).toBe(true);
  expect(withIntersections(formula, isMany)).toBe(single);
});

test.each([
  ['=Rates', '=@(Rates)'],
  ['=IF(A1>1,Rates*2,0)', '=@(IF(A1>1,Rates*2,0))'],
  ['=SUM(Rates*A1)', '=SUM(Rates*A1)'],
  ['=INDEX(Rates,2)+Price', '=INDEX(Rates,2)+Price'],
])('of a name for an array of constants, %s takes the first value of its result: %s', (formula, single) => {
  expect(isConstantArray('{0.1,0.2}')).toBe(true);
  expect(withIntersections(formula, undefined, (name) => name === 'Rates')).toBe(single);
});

test.each([
  '=A1*B1',
  '=SUM(A1:A3)*2',
  '=SUM(A:A A1:A3)',
  '=A1:A3 A2:B2',
  '=SUM(A1:A3,Units)',
  '=SUMPRODUCT((A1:A3>1)*B1:B3)',
  '=INDEX(A1:C9,MATCH(E1,A:A,0),2)',
  '=VLOOKUP(A1,$B$1:$C$9,2,FALSE)',
  '=SUMIFS(A1:A9,B1:B9,">1")',
  '=COUNTIF(A1:A9,B1)',
  '=SUM(A1:INDEX(B:B,3))',
  '=SUM( A1:A3 , 2 )',
  '=@A1:A3*2',
  '=Price*2',
  '=A1:A1*2',
  '="A1:A3"&B1',
  '=NPV(0.1,B1:B9)+XIRR(A1:A9,B1:B9)',
  '=NETWORKDAYS(A1,B1,C1:C9)',
  '=SUM(IF(A1>0,B1:B3,C1:C3))',
  '=NPV(0.1,IF(A1>0,CHOOSE(A2,B1:B3,C1:C3),(D1:D3)))',
  '=INDEX(C1:C9,MATCH(1,INDEX((A1:A9=F1)*(B1:B9=F2),0),0))',
  '=AGGREGATE(15,6,A1:A9/(B1:B9="x"),1)',
  '=LARGE((A1:A3,C1:C3),2)+AREAS((A1:A3,C1))',
  '=INDEX((A1:A3,C1:C3),2,1,2)',
  '=DSUM(A1:C9,"Units",E1:E2)',
  '=ZTEST(A1:A3,2)+Z.TEST(A1:A3,2)',
  '=SUMXMY2(A1:A3,B1:B3)+CORREL(A1:A3,B1:B3/2)',
])('%s has the same value with and without arrays', (formula) => {
  expect(needsArrays(formula, isMany)).toBe(false);
  expect(withIntersections(formula, isMany)).toBe(formula);
});

test.each([
  ['=ISERR({1,2,3})', '=@(ISERR({1,2,3}))'],
  ['={1,2;3,4}*A1', '=@({1,2;3,4}*A1)'],
  ['=LINEST(B1:B9,A1:A9)', '=@(LINEST(B1:B9,A1:A9))'],
  ['=MMULT(A1:B2,D1:E2)/2', '=@(MMULT(A1:B2,D1:E2)/2)'],
  ['=IF(A1>0,TREND(B1:B9,A1:A9),0)', '=@(IF(A1>0,TREND(B1:B9,A1:A9),0))'],
  ['=SUM({1,2}*3)', '=SUM({1,2}*3)'],
  ['=SUM(IF({1,0},A1,B1))', '=SUM(IF({1,0},A1,B1))'],
  ['=INDEX(LINEST(B1:B9,A1:A9),1,2)', '=INDEX(LINEST(B1:B9,A1:A9),1,2)'],
  ['=SUMPRODUCT(TRANSPOSE(A1:A3),D1:F1)', '=SUMPRODUCT(TRANSPOSE(A1:A3),D1:F1)'],
  ['=SUM(FILTER(A1:A3,(B1:B3=1)*(C1:C3>2)))', '=SUM(FILTER(A1:A3,(B1:B3=1)*(C1:C3>2)))'],
  ['=UNIQUE(A1:A3)', '=@(UNIQUE(A1:A3))'],
  ['=XLOOKUP(A1:A3,B1:B9,C1:C9)', '=XLOOKUP(@A1:A3,B1:B9,C1:C9)'],
  ['=XLOOKUP(1,(A1:A9=1)*(B1:B9=2),C1:C9)', '=XLOOKUP(1,(A1:A9=1)*(B1:B9=2),C1:C9)'],
])('%s, which is no array formula, shows one value: %s', (formula, single) => {
  expect(withIntersections(formula, isMany)).toBe(single);
});

test.each([
  '=SUM({1,2}*A1)',
  '=LET(x,A1:A3,SUM(x*2))',
  '=XLOOKUP(A1:A3,B1:B9,C1:C9)',
  '=BYROW(A1:B3,LAMBDA(r,SUM(r)))',
  '=TEXTJOIN(",",TRUE,A1:A3)/SEQUENCE(3)',
  '=TEXTSPLIT(A1,",")',
])('%s is written as one that calculates with arrays', (formula) => expect(needsArrays(formula, isMany)).toBe(true));

test.each([
  ['Model!$A$1:$A$9', true],
  ['=Model!$A:$A', true],
  ['{1,2}', true],
  ['Model!$A$1', false],
  ['0.25', false],
  ['OFFSET(Model!$A$1,0,0,9,1)', undefined],
])('a name that is %s stands for several: %s', (definition, many) => expect(isManyValued(definition)).toBe(many));

test.each([
  ['=OFFSET(A1:F1,0,0)', '=@OFFSET(A1:F1,0,0)'],
  ['=OFFSET(A1,0,0,1,3)*2', '=@OFFSET(A1,0,0,1,3)*2'],
  ['=IF(A1,INDEX(A1:C9,0,2),1)', '=IF(A1,@INDEX(A1:C9,0,2),1)'],
  ['=INDEX(A1:C9,,2)', '=@INDEX(A1:C9,,2)'],
  ['=SUM(OFFSET(A1:F1,0,0),INDEX(A1:C9,0,2))', '=SUM(OFFSET(A1:F1,0,0),INDEX(A1:C9,0,2))'],
  ['=SUM(OFFSET(A1,0,0,1,3):B9)', '=SUM(OFFSET(A1,0,0,1,3):B9)'],
  ['=OFFSET(A1,1,2)+INDEX(A1:C9,2,2)', '=OFFSET(A1,1,2)+INDEX(A1:C9,2,2)'],
])('of the cells that %s of an old file finds, Excel takes one: %s', (formula, single) => {
  expect(withIntersections(formula, isMany)).toBe(single);
});

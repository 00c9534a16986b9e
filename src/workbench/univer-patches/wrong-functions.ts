import {
  ArrayValueObject,
  type BaseReferenceObject,
  type BaseValueObject,
  BooleanValueObject,
  ErrorType,
  ErrorValueObject,
  type FunctionVariantType,
  IFunctionService,
  NullValueObject,
  NumberValueObject,
  StringValueObject,
} from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { MAX_COLUMNS, MAX_ROWS } from '../../core/sheet';
import { isMarked } from '../../core/last-value-mark';
import { referTo } from '../engine/cell-position';
import { arrayOf, readValues } from '../engine/executor';
import { readTextsInFormulas } from './local-dates';
import { marksOf, withDecimalMark } from './local-numbers';
import { namedCells } from './names-and-sheets';
import { codeInEnglish } from './typed-formulas';

export type Calculate = (...values: readonly FunctionVariantType[]) => FunctionVariantType;

/** What a text is stays a text in these. */
const OF_TEXTS =
  'IF IFERROR IFNA IFS AND OR XOR NOT SWITCH CHOOSE INDIRECT T N TYPE ISTEXT ISNONTEXT ISNUMBER CONCAT CONCATENATE TEXTJOIN TRIM CLEAN ' +
  'UPPER LOWER PROPER REPT CODE UNICODE EXACT LEN LEFT RIGHT MID FIND SEARCH REPLACE SUBSTITUTE TEXTBEFORE TEXTAFTER ' +
  'TEXTSPLIT MATCH XMATCH VLOOKUP HLOOKUP XLOOKUP LOOKUP HYPERLINK VSTACK HSTACK FILTER MAP REDUCE SCAN EXPAND WRAPROWS ' +
  'WRAPCOLS ARRAYTOTEXT VALUETOTEXT';

/** These take no array for so many arguments, from the first on, and an empty text for 0. */
const OF_SINGLE: readonly (readonly [count: number, names: string])[] = [
  [1, 'ISODD ISEVEN SQRTPI FACTDOUBLE BIN2DEC HEX2DEC OCT2DEC RANK RANK.EQ RANK.AVG XNPV FVSCHEDULE'],
  [2, 'EOMONTH WORKDAY WORKDAY.INTL NETWORKDAYS NETWORKDAYS.INTL DATEDIF QUOTIENT MROUND EFFECT NOMINAL WEEKNUM'],
  [2, 'ADDRESS DOLLARDE DOLLARFR DELTA GESTEP RANDBETWEEN DEC2BIN DEC2HEX DEC2OCT BIN2HEX HEX2BIN'],
  [3, 'SLN YEARFRAC CONVERT COMPLEX TBILLEQ TBILLPRICE TBILLYIELD'],
  [4, 'SYD COUPDAYBS COUPDAYS COUPDAYSNC COUPNCD COUPNUM COUPPCD'],
  [6, 'CUMIPMT CUMPRINC DISC INTRATE PRICEDISC RECEIVED YIELDDISC DURATION MDURATION PRICEMAT YIELDMAT ACCRINTM'],
  [7, 'PRICE YIELD ACCRINT'],
];
/** The others, and EDATE, were once an add-in of Excel, and take no cells for single values: `=EOMONTH(A1:A3,0)` is #VALUE!. */
const OF_EXCEL_ITSELF = /^(?:RANK.*|.*INTL|DATEDIF|ADDRESS|SLN|SYD|XNPV|FVSCHEDULE)$/;
/** These search no single value. */
const OF_TABLES = 'MATCH XMATCH LOOKUP XLOOKUP VLOOKUP HLOOKUP';
/** These take a number for a text. */
const TO_TEXTS = 'TEXTJOIN UPPER LOWER TRIM SUBSTITUTE REPT EXACT TEXTBEFORE TEXTAFTER';
/** What texts do in the engine as the numbers that they look like: `=ABS(A1)` of the text "5". */
const AS_NUMBERS =
  'mod modInverse pow powInverse sqrt cbrt cos cosh acos acosh sin sinh asin asinh tan tanh atan atan2 atan2Inverse atanh ' +
  'log log10 exp abs round roundInverse floor floorInverse ceil ceilInverse';

/** What an omitted argument is, by its place from 0, where it is not 0: `=ADDRESS(2,3,,,"Data")`. */
const OMITTED: Readonly<Record<string, readonly number[]>> = {
  ADDRESS: [2, 3],
  TEXTJOIN: [1],
  SORT: [2],
  SORTBY: [2, 4, 6],
  'NETWORKDAYS.INTL': [2],
  'WORKDAY.INTL': [2],
  'CEILING.MATH': [1],
  'FLOOR.MATH': [1],
  LINEST: [2],
  LOGEST: [2],
  TREND: [3],
  GROWTH: [3],
  RANDARRAY: [0, 1, 3],
};

/** An omitted argument of these is a 0 among the others: `=AVERAGE(1,,3)`. */
const COUNT_OMITTED =
  'AVERAGE AVERAGEA COUNT COUNTA MAX MAXA MIN MINA MEDIAN STDEV STDEV.S STDEV.P STDEVP VAR VAR.S VAR.P VARP DEVSQ';
/** These leave out TRUE and texts such as "3" that are arguments of their own, which are numbers there. */
const COUNT_OWN = 'MEDIAN GEOMEAN HARMEAN DEVSQ SKEW SKEW.P KURT';
/** These take a text for the date or the number that it is in the user's language. */
const OF_LOCAL_TEXTS = 'VALUE DATEVALUE YEAR MONTH DAY WEEKDAY WEEKNUM EDATE EOMONTH DAYS';
/** These count a text that looks like a number in a range, and the second ones read it, which is 0 there. */
const LEAVE_TEXTS =
  'MEDIAN SKEW SKEW.P KURT DEVSQ GEOMEAN HARMEAN TRIMMEAN PERCENTRANK PERCENTRANK.INC PERCENTRANK.EXC RANK RANK.EQ RANK.AVG ' +
  'CORREL PEARSON SLOPE INTERCEPT RSQ COVAR COVARIANCE.P COVARIANCE.S STEYX FORECAST FORECAST.LINEAR NPV IRR MIRR';
/** Of which the first argument, or all but the first, are no ranges. */
const [SINGLE_FIRST, SINGLE_LAST] = [/^(?:RANK|FORECAST|NPV)/, /^(?:TRIMMEAN|PERCENTRANK|MIRR)/];
const TEXTS_ARE_ZERO = 'AVERAGEA STDEVA STDEVPA VARA VARPA';
/** The place of the first criterion, and of how many arguments each next one is. */
const CRITERIA: Readonly<Record<string, readonly [first: number, step: number]>> = {
  SUMIF: [1, Infinity],
  COUNTIF: [1, Infinity],
  AVERAGEIF: [1, Infinity],
  COUNTIFS: [1, 2],
  SUMIFS: [2, 2],
  AVERAGEIFS: [2, 2],
  MAXIFS: [2, 2],
  MINIFS: [2, 2],
};

/** What CHAR gives for 128 and the numbers behind it, as Windows counts characters. */
const [FIRST_SPECIAL, MAX_CHARACTER, SPECIAL] = [128, 255, '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'];

/**
 * Mends functions of the engine.
 *
 * - SORT puts the rows of its argument itself in order, which all formulas of a calculation share: with `=SORT(A1:A9)`
 *   anywhere, `=A1:A9*2` or `=XLOOKUP("x",B1:B9,A1:A9)` took A1:A9 as sorted. Here it sorts a copy. Can go when
 *   test/unit/workbench/univer-patches/functions.test.ts, "reads a range as it is, though another formula sorts it", does.
 * - WORKDAY.INTL counts from 0 if its first or second argument is a cell. Can go when
 *   test/unit/workbench/univer-patches/calculations.test.ts, "functions take the same from cells as from constants", does.
 * - ROWS, COLUMNS, COUNTBLANK and INDEX take the end of the sheet for that of a whole row or column. Can go when "a
 *   reference to the rest of the grid is read" of that suite, and test/unit/workbench/univer-patches/functions.test.ts do.
 * - XLOOKUP takes an error that it finds for nothing found, so that a missing price is its fourth argument;
 *   AVERAGE, AVERAGEIF, AVERAGEIFS and IRR of an error are #VALUE!, whichever error it is. Can go when that unit test's
 *   "is the error that it finds" does.
 * - A date and a number of days are shown as a number, as are sums and averages of amounts, shares and dates. Can go when
 *   its "is shown as a date" and "is shown as what it adds up" do.
 * - A text in a formula that looks like a number with a format is one: `=IF(A1>0,"10%","5%")` was 0.1, TRIM("5%") 0.05,
 *   and INDIRECT("1:3") no reference. Can go when its "functions calculate as in Excel" does, as can all that follow.
 * - ISODD, EOMONTH, WEEKNUM, CONVERT, PRICE and others, CHOOSECOLS and CHOOSEROWS take no array, DATEDIF, N and T only its first
 *   value, SORT no list of columns, and VDB no part of a year.
 * - MATCH, HLOOKUP and LOOKUP in an error are #REF!, XLOOKUP and XMATCH #N/A, whichever error it is.
 * - DB has nothing for the months after the last whole year.
 * - ADDRESS, NETWORKDAYS.INTL, WORKDAY.INTL, CEILING.MATH, LINEST and TEXTSPLIT take an omitted argument for 0; HOUR, MINUTE and
 *   SECOND leave out parts of a second; CHAR(149) is a control character.
 * - AVERAGE and COUNT leave out an omitted argument, which is a 0 among the others, and MEDIAN one that is TRUE; OR takes
 *   any text, NOT none. Excel has a day 0 and a 29 February 1900.
 * - `"(5)"+0` and `"1 1/2"+0` are #VALUE!, and `"0x1F"+0` is 31.
 * - INDIRECT knows no table of the opened file, no name of a sheet and none in another case: INDIRECT("Sales[Amount]") was #REF!.
 * - An empty text is 0 in SLN, PRICE, WORKDAY and others, and any text in the rate of NPV. TEXT shows days before the first.
 * - A date or a number as the user writes it is none in criteria and in functions: `=SUMIF(A:A,">=1/2/2024",B:B)` was 0.
 */
export function mendFunctions(sheet: Spreadsheet, language: string): void {
  const mend = (name: string, change: (calculate: Calculate, ...values: FunctionVariantType[]) => unknown): void => {
    const executor = sheet.serviceOf(IFunctionService).getExecutor(name)!;
    const calculate = executor.calculate.bind(executor) as Calculate;
    executor.calculate = (...values: FunctionVariantType[]) => change(calculate, ...values) as BaseValueObject;
  };
  const mendReader = (...[name, change]: Parameters<typeof mend>): void => {
    sheet.serviceOf(IFunctionService).getExecutor(name)!.needsReferenceObject = true;
    mend(name, change);
  };
  const fillOmitted = (name: string, number: number, isMeant: (place: number) => boolean): void =>
    mend(name, (calculate, ...values) =>
      calculate(
        ...values.map((value, place) =>
          isMeant(place) && (value as BaseValueObject).isNull() ? NumberValueObject.create(number) : value,
        ),
      ),
    );
  for (const [name, places] of Object.entries(OMITTED)) fillOmitted(name, 1, (place) => places.includes(place));
  for (const name of COUNT_OMITTED.split(' ')) fillOmitted(name, 0, () => true);
  mend('TEXTSPLIT', (calculate, text, columns: FunctionVariantType, rows?: FunctionVariantType, ...others) =>
    rows && (columns as BaseValueObject).isNull()
      ? (calculate(text, rows, NullValueObject.create(), ...others) as ArrayValueObject).transpose()
      : calculate(text, columns, ...(rows ? [rows] : []), ...others),
  );
  const each = (values: FunctionVariantType, change: (one: BaseValueObject) => BaseValueObject): FunctionVariantType =>
    values instanceof ArrayValueObject ? values.mapValue(change) : change(values as BaseValueObject);
  for (const [names, instead] of [
    [LEAVE_TEXTS, NullValueObject.create()],
    [TEXTS_ARE_ZERO, NumberValueObject.create(0)],
  ] as const)
    for (const name of names.split(' '))
      mend(name, (calculate, ...values) =>
        calculate(
          ...values.map((value, at) => {
            if (SINGLE_FIRST.test(name) ? at === 0 : SINGLE_LAST.test(name) && at > 0) return value;
            const cells = areasOf(value) ? value : readValues(value);
            const hasText = cells instanceof ArrayValueObject && firstOf(cells, (one) => one.isString());
            return hasText ? cells.mapValue((one) => (one.isString() ? instead : one)) : value;
          }),
        ),
      );
  for (const name of COUNT_OWN.split(' '))
    mend(name, (calculate, ...values) => {
      const read = values.map((one) => {
        const isOwn = !one.isArray() && ((one as BaseValueObject).isBoolean() || (one as BaseValueObject).isString());
        return isOwn ? (one as StringValueObject).convertToNumberObjectValue() : one;
      });
      return read.find((one) => one.isError()) ?? calculate(...read);
    });
  for (const name of ['YEAR', 'MONTH', 'DAY'])
    mend(name, (calculate, date) =>
      each(date, (one) => {
        const isLeapDay = name === 'DAY' && one.isNumber() && Math.floor(Number(one.getValue())) === 60;
        const isDayZero = one.isNumber() && Number(one.getValue()) < 1 && Number(one.getValue()) >= 0;
        if (isLeapDay) return NumberValueObject.create(29);
        return calculate(isDayZero ? NumberValueObject.create(0) : one) as BaseValueObject;
      }),
    );
  mend('NOT', (calculate, value) => calculate(each(value, truthOf)));
  for (const name of ['AND', 'OR', 'XOR'])
    mend(name, (calculate, ...values) => calculate(...values.map((value) => truthOf(value as BaseValueObject))));
  const readIn = readTextsInFormulas(language);
  const { prototype } = StringValueObject;
  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const { convertToNumberObjectValue } = prototype;
  prototype.convertToNumberObjectValue = function () {
    return (numberAsWritten(this.getValue().trim()) ?? convertToNumberObjectValue.call(this)) as NumberValueObject;
  };
  const texts = prototype as unknown as Record<string, (...others: readonly unknown[]) => BaseValueObject>;
  for (const name of AS_NUMBERS.split(' '))
    texts[name] = function (this: StringValueObject, ...others) {
      return (this.convertToNumberObjectValue() as unknown as typeof texts)[name]!(...others);
    };
  const marks = marksOf(language);
  const shortened = (one: BaseValueObject): BaseValueObject => {
    if (!one.isNumber()) return one;
    const number = Number(Number(one.getValue()).toPrecision(15));
    return Number.isInteger(number)
      ? NumberValueObject.create(number)
      : StringValueObject.create(withDecimalMark(String(number), marks));
  };
  for (const name of TO_TEXTS.split(' '))
    mend(name, (calculate, ...values) => calculate(...values.map((value) => each(value, shortened))));
  const secondsIn = (one: BaseValueObject): BaseValueObject =>
    one.isNumber() ? NumberValueObject.create(Math.round(Number(one.getValue()) * 86_400) / 86_400) : one;
  for (const name of ['HOUR', 'MINUTE', 'SECOND']) mend(name, (calculate, time) => calculate(each(time, secondsIn)));
  mend('CHAR', (calculate, code) =>
    each(calculate(code), (one) => {
      const number = String(one.getValue()).charCodeAt(0);
      if (one.isString() && number > MAX_CHARACTER) return ErrorValueObject.create(ErrorType.VALUE);
      const special = SPECIAL[number - FIRST_SPECIAL];
      return one.isString() && special !== undefined ? StringValueObject.create(special) : one;
    }),
  );
  mend('CODE', (calculate, text) =>
    each(calculate(text), (one) => {
      const place = SPECIAL.indexOf(String.fromCharCode(Number(one.getValue())));
      return one.isNumber() && place >= 0 ? NumberValueObject.create(FIRST_SPECIAL + place) : one;
    }),
  );
  mend('INDIRECT', (calculate, text, ...others) => {
    const { subUnitId } = sheet.serviceOf(IFunctionService).getExecutor('INDIRECT')!;
    const addressOf = (one: BaseValueObject): BaseValueObject => {
      const written = String(one.getValue());
      return one.isString() ? StringValueObject.create(namedCells(sheet, written, subUnitId)) : one;
    };
    return calculate(each(text, addressOf), ...others);
  });
  for (const name of OF_TEXTS.split(' '))
    sheet.serviceOf(IFunctionService).getExecutor(name)!.isArgumentsIgnoreNumberPattern = () => true;
  mend('SORT', (calculate, array, ...rest) => {
    const [index, order, ...others] = rest;
    const sorted = (values: FunctionVariantType, ...by: FunctionVariantType[]): FunctionVariantType =>
      calculate(values instanceof ArrayValueObject ? values.mapValue((value) => value) : values, ...by, ...others);
    if (!isMany(index)) return sorted(array, ...[index, order].filter((one) => one !== undefined));
    // By the last column first: equal rows keep their order.
    return Array.from({ length: Math.max(index.getRowCount(), index.getColumnCount()) }, (_, at) => at).reduceRight(
      (values, at) =>
        sorted(
          values,
          valueIn(index, at, at),
          order ? valueIn(order as BaseValueObject, at, at) : NumberValueObject.create(1),
        ),
      array,
    );
  });
  for (const [count, names] of OF_SINGLE)
    for (const name of names.split(' '))
      mend(name, (calculate, ...values) => {
        const [first, ...more] = values.slice(0, count).map((one) => onlyOne(readValues(one)) as BaseValueObject);
        const others = values.slice(count);
        const ofSingle = (all: readonly BaseValueObject[]): BaseValueObject =>
          all.some(isEmptyText)
            ? ErrorValueObject.create(ErrorType.VALUE)
            : (onlyOne(calculate(...all, ...others)) as BaseValueObject);
        if (![first, ...more].some(isMany)) return ofSingle([first!, ...more]);
        return (more.reduce((shape, one) => shape.plus(one), first!) as ArrayValueObject).mapValue((_, row, column) =>
          ofSingle([first!, ...more].map((one) => valueIn(one, row, column))),
        );
      });
  for (const name of ['VLOOKUP', 'HLOOKUP'])
    mend(name, (calculate, value, ...others) =>
      calculate(
        each(value, (one) => (one.isNull() ? NumberValueObject.create(0) : one)),
        ...others,
      ),
    );
  mend('TEXT', (calculate, given, code) => {
    const value = each(given, readIn);
    const format = each(code, (one) =>
      one.isString() ? StringValueObject.create(codeInEnglish(String(one.getValue()), language)) : one,
    );
    const isDate = (row: number, column: number): boolean =>
      NumberValueObject.create(0, String(valueIn(format as BaseValueObject, row, column).getValue())).isDateFormat();
    const isImpossible = (one: BaseValueObject): boolean => one.isNumber() && Number(one.getValue()) < 0;
    if (!firstOf(value, isImpossible)) return calculate(value, format);
    const possible = (one: BaseValueObject, row = 0, column = 0): BaseValueObject =>
      isImpossible(one) && isDate(row, column) ? ErrorValueObject.create(ErrorType.VALUE) : one;
    return calculate(
      value instanceof ArrayValueObject ? value.mapValue(possible) : possible(value as BaseValueObject),
      format,
    );
  });
  for (const name of OF_TABLES.split(' '))
    mend(name, (calculate, value, ...others) => {
      const tables = others.splice(0, /^X?LOOKUP$/.test(name) ? 2 : 1);
      return tables.find((one) => one.isError()) ?? calculate(value, ...tables.map(tableOf), ...others);
    });
  mend('VDB', (calculate, ...values) => {
    const [start, end] = [values[3]!, values[4]!].map((one) => Number((onlyOne(one) as BaseValueObject).getValue()));
    const isSwitching = !(onlyOne(values[6] ?? NumberValueObject.create(0)) as BaseValueObject).getValue();
    if ((Number.isInteger(start) && Number.isInteger(end)) || !isSwitching) return calculate(...values);
    const between = (from: number, to: number): BaseValueObject =>
      calculate(
        ...values.slice(0, 3),
        NumberValueObject.create(from),
        NumberValueObject.create(to),
        ...values.slice(5),
      ) as BaseValueObject;
    // A part of a year has that part of its depreciation.
    const until = (time: number): BaseValueObject =>
      between(0, Math.floor(time)).plus(
        Number.isInteger(time)
          ? NumberValueObject.create(0)
          : between(Math.floor(time), Math.ceil(time)).multiply(NumberValueObject.create(time % 1)),
      );
    return until(end!).minus(until(start!));
  });
  const ofAreas = (calculate: Calculate, ...values: FunctionVariantType[]): FunctionVariantType => {
    const areas = values.map(areasOf);
    const [first] = areas.filter((one) => one !== undefined);
    if (!first) return calculate(...values);
    const ofArea = (row: number, column: number): BaseValueObject =>
      onlyOne(calculate(...values.map((value, at) => areas[at]?.[row]?.[column] ?? value))) as BaseValueObject;
    return arrayOf(first.map((inRow, row) => inRow.map((_, column) => ofArea(row, column))));
  };
  for (const [name, [first, step]] of Object.entries(CRITERIA))
    mend(name, (calculate, ...values) =>
      calculate(
        ...values.map((value, at) => {
          if (at < first || (at - first) % step !== 0) return value;
          const change = (one: BaseValueObject): BaseValueObject => criterionOf(one, values[at - 1]!, readIn);
          if (!firstOf(value, (one) => change(one) !== one)) return value;
          return each(readValues(value), change);
        }),
      ),
    );
  for (const name of ['SUMIF', 'COUNTIF', 'AVERAGEIF', 'SUMIFS', 'COUNTIFS', 'AVERAGEIFS', 'SUBTOTAL'])
    mendReader(name, ofAreas);
  for (const name of ['N', 'T'])
    mendReader(name, (calculate, value) =>
      ofAreas(
        (one) =>
          one.isReferenceObject()
            ? calculate(readValues(one))
            : each(one, (value) => calculate(value) as BaseValueObject),
        value,
      ),
    );
  for (const name of ['CHOOSECOLS', 'CHOOSEROWS'])
    mend(name, (calculate, array, ...places) =>
      calculate(
        array,
        ...places.flatMap((one) => (isMany(one) ? (one.getArrayValue().flat() as BaseValueObject[]) : one)),
      ),
    );
  mendReader('ROWS', (calculate, cells) => numberOf(wholeSize(cells)?.rows) ?? calculate(cells));
  mendReader('COLUMNS', (calculate, cells) => numberOf(wholeSize(cells)?.columns) ?? calculate(cells));
  mendReader('COUNTBLANK', (calculate, cells) => {
    const size = wholeSize(cells);
    if (!size) return calculate(cells);
    const read = readValues(cells) as ArrayValueObject;
    const unread = size.rows * size.columns - read.getRowCount() * read.getColumnCount();
    return NumberValueObject.create(Number((calculate(read) as BaseValueObject).getValue()) + unread);
  });
  mend('PLUS', (calculate, one, other) => dated(calculate(one, other), patternOf(one) || patternOf(other)));
  mend('MINUS', (calculate, one, other) => {
    const [from, by] = [patternOf(one), patternOf(other)];
    // Between two days is a number of them, between two times a time.
    return dated(calculate(one, other), by === '' || !/[yd]/i.test(from + by) ? from : '');
  });
  for (const name of ['SUM', 'AVERAGE'])
    mend(name, (calculate, ...values) => {
      const pattern = firstOf(values[0]!, (one) => one.isNumber())?.getPattern() ?? '';
      return dated(calculate(...values), isMarked(pattern) ? '' : pattern);
    });
  for (const name of ['AVERAGE', 'AVERAGEIF', 'AVERAGEIFS', 'IRR'])
    mend(name, (calculate, ...values) => {
      const result = calculate(...values);
      return result.isError() ? (values.map((one) => firstOf(one, isError)).find(Boolean) ?? result) : result;
    });
  mend('XLOOKUP', (calculate, ...values) => {
    const [value, where, from, ifNone, ...others] = values;
    const sought = onlyOne(value!);
    if (sought.isError()) return sought;
    const found = calculate(...values);
    const isNone = (one: BaseValueObject): boolean => one.isError() || one === ifNone;
    if (!(from instanceof ArrayValueObject) || !firstOf(found, isNone)) return found;
    const asTexts = from.mapValue((one) =>
      one.isError() ? StringValueObject.create(`${MARK}${one.getValue()}`) : one,
    );
    const again = calculate(...([value!, where!, asTexts, ifNone, ...others].slice(0, values.length) as typeof values));
    return again instanceof ArrayValueObject ? again.mapValue(errorOf) : errorOf(again as BaseValueObject);
  });
  mend('DB', (calculate, ...values) => {
    const [cost, salvage, life, period, months] = values.map((value) => Number((value as BaseValueObject).getValue()));
    const hasRest = period === life! + 1 && months! >= 1 && months! < 12;
    if (!hasRest || values.some((value) => value.isArray())) return calculate(...values);
    const rate = Number((1 - (salvage! / cost!) ** (1 / life!)).toFixed(3));
    const left = cost! * (1 - (rate * months!) / 12) * (1 - rate) ** (life! - 1);
    return NumberValueObject.create((left * rate * (12 - months!)) / 12);
  });
  mend('INDEX', (calculate, cells, ...others) => calculate(withEnds(cells), ...others));
  // Around what is mended above.
  const numberIn = (one: BaseValueObject): BaseValueObject => {
    const read = readIn(one);
    return read.isString() ? read.convertToNumberObjectValue() : read;
  };
  for (const name of OF_LOCAL_TEXTS.split(' '))
    mend(name, (calculate, ...values) =>
      calculate(...values.map((value) => each(value, name.includes('VALUE') ? readIn : numberIn))),
    );
  const isSingle = (value: FunctionVariantType): boolean => {
    if (!value.isReferenceObject()) return !(value as BaseValueObject).isBoolean();
    const { startRow, endRow, startColumn, endColumn } = (value as BaseReferenceObject).getRangePosition();
    return startRow === endRow && startColumn === endColumn;
  };
  for (const [count, names] of [...OF_SINGLE, [2, 'EDATE']] as const)
    for (const name of names.split(' ').filter((one) => !OF_EXCEL_ITSELF.test(one)))
      mendReader(name, (calculate, ...values) =>
        values.slice(0, count).every(isSingle)
          ? calculate(...values.map(readValues))
          : ErrorValueObject.create(ErrorType.VALUE),
      );
}

/** -5 of "(5)" and 1.5 of "1 1/2"; what only programs take for a number is an error, such as "0x1F". */
function numberAsWritten(text: string): BaseValueObject | undefined {
  if (/^[+-]?(?:0[xbo]|Infinity)/i.test(text)) return ErrorValueObject.create(ErrorType.VALUE);
  const negative = /^\((\d+(?:\.\d+)?)\)$/.exec(text)?.[1];
  const [, whole, over, under] = /^(\d+) (\d+)\/(\d+)$/.exec(text) ?? [];
  if (negative !== undefined) return NumberValueObject.create(-Number(negative));
  return under === undefined ? undefined : NumberValueObject.create(Number(whole) + Number(over) / Number(under));
}

/** A text among logical values is one only as TRUE or FALSE. */
function truthOf(one: BaseValueObject): BaseValueObject {
  if (!one.isString()) return one;
  const text = String(one.getValue()).toUpperCase();
  return /^(?:TRUE|FALSE)$/.test(text)
    ? BooleanValueObject.create(text === 'TRUE')
    : ErrorValueObject.create(ErrorType.VALUE);
}

/** ">=2024-02-01" of ">=1/2/2024", unless the cells have that text itself. */
function criterionOf(
  one: BaseValueObject,
  among: FunctionVariantType,
  readIn: (one: BaseValueObject) => BaseValueObject,
): BaseValueObject {
  const [, sign = '', text = ''] = one.isString() ? /^(<>|[<>]=?|=)?(.*)$/s.exec(String(one.getValue()))! : [];
  const written = StringValueObject.create(text);
  const read = readIn(written);
  const isText = read !== written && firstOf(among, (cell) => cell.isString() && cell.getValue() === text);
  return read === written || isText ? one : StringValueObject.create(sign + String(read.getValue()));
}

const isError = (one: BaseValueObject): boolean => one.isError();

/** The areas to which a reference refers, such as OFFSET(A1,{0,2},0); undefined for what is one, or none. */
const areasOf = (value: FunctionVariantType): FunctionVariantType[][] | undefined =>
  value.isReferenceObject() && (value as BaseReferenceObject).isMultiArea()
    ? (value as unknown as { getAreas(): FunctionVariantType[][] }).getAreas()
    : undefined;

/** The first of some values that is of a kind. */
function firstOf(
  variant: FunctionVariantType,
  isMeant: (one: BaseValueObject) => boolean,
): BaseValueObject | undefined {
  const values = readValues(variant);
  if (!(values instanceof ArrayValueObject)) return isMeant(values) ? values : undefined;
  let first: BaseValueObject | undefined;
  values.iterator((one) => {
    if (one && isMeant(one)) first = one;
    return first === undefined;
  });
  return first;
}

/** Stands before an error that is looked up as a text. */
const MARK = '\u0000';

function errorOf(one: BaseValueObject): BaseValueObject {
  const value = one.getValue();
  return typeof value === 'string' && value.startsWith(MARK)
    ? ErrorValueObject.create(value.slice(MARK.length) as ErrorType)
    : one;
}

const numberOf = (value: number | undefined): BaseValueObject | undefined =>
  value === undefined ? undefined : NumberValueObject.create(value);

/** A reference to whole rows or columns with all of their ends, which the engine takes from the sheet. */
function withEnds(cells: FunctionVariantType): FunctionVariantType {
  if (!cells.isReferenceObject()) return cells;
  const { startRow, endRow, startColumn, endColumn } = (cells as BaseReferenceObject).getRangeData();
  if (![startRow, endRow, startColumn, endColumn].some(Number.isNaN)) return cells;
  return referTo(cells as BaseReferenceObject, {
    startRow: startRow || 0,
    startColumn: startColumn || 0,
    endRow: Number.isNaN(endRow) ? MAX_ROWS - 1 : endRow,
    endColumn: Number.isNaN(endColumn) ? MAX_COLUMNS - 1 : endColumn,
  });
}

function wholeSize(cells: FunctionVariantType): { readonly rows: number; readonly columns: number } | undefined {
  if (!cells.isReferenceObject()) return undefined;
  const { startRow, endRow, startColumn, endColumn } = (withEnds(cells) as BaseReferenceObject).getRangeData();
  return { rows: endRow - startRow + 1, columns: endColumn - startColumn + 1 };
}

/** The format of a date or a time; empty for what is none. */
function patternOf(value: FunctionVariantType): string {
  const one = onlyOne(value);
  return one.getPattern() !== '' && (one as BaseValueObject).isDateFormat() ? one.getPattern() : '';
}

/** The number with the format of what it was calculated from. */
function dated(value: FunctionVariantType, pattern: string): FunctionVariantType {
  const one = onlyOne(value) as BaseValueObject;
  return pattern !== '' && one.isNumber() ? NumberValueObject.create(Number(one.getValue()), pattern) : value;
}

const isEmptyText = (one: BaseValueObject): boolean => one.isString() && String(one.getValue()).trim() === '';

/** A single value as an array. */
const tableOf = (value: FunctionVariantType): FunctionVariantType =>
  value.isReferenceObject() || value.isArray() || value.isError() ? value : arrayOf([[value as BaseValueObject]]);

/** The value in an array of one. */
const onlyOne = (value: FunctionVariantType): FunctionVariantType =>
  value instanceof ArrayValueObject && value.getRowCount() === 1 && value.getColumnCount() === 1
    ? value.getFirstCell()
    : value;

const isMany = (value: FunctionVariantType | undefined): value is ArrayValueObject =>
  value instanceof ArrayValueObject && value.getRowCount() * value.getColumnCount() > 1;

/** One value, row or column stands for all. */
export function valueIn(values: BaseValueObject, row: number, column: number): BaseValueObject {
  if (!(values instanceof ArrayValueObject)) return values;
  const at = values.getRowCount() === 1 ? 0 : row;
  return values.get(at, values.getColumnCount() === 1 ? 0 : column)!;
}

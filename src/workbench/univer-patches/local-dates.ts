import {
  CellValueType,
  getNumfmtParseValueFilter,
  type ICellData,
  InterceptorEffectEnum,
  type Nullable,
  numfmt,
} from '@univerjs/core';
import {
  AFTER_CELL_EDIT,
  type BaseValueObject,
  BEFORE_CELL_EDIT,
  INTERCEPTOR_POINT,
  NumberValueObject,
  SheetInterceptorService,
  StringValueObject,
} from '@univerjs/preset-sheets-core';
import { isErrorCode } from '../engine/cell-contents';
import { withEnglishNames } from '../../app/workbook/translate';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { isAnotherNotation, numbersAmong, numbersIn, withDecimalMark } from './local-numbers';
import { LOCAL_ERRORS } from './local-functions';
import { marksHere, parseDate, useNumbersOf } from './typed-dates';

const DATE = /^\s*(\d{1,4})([-/.]) ?(\d{1,4})(?:\2 ?(\d{1,4})|(\.))?\.?(?= +\d+:|\s*$)/;

/** A year of two digits is of this century up to here, as in Excel. */
const LAST_OF_CENTURY = 29;

/** What a text is read as in a cell of a number format; undefined if it means the same everywhere. */
type ReadText = (text: string, pattern: string) => string | undefined;

/**
 * Mends: the engine takes "1/2/2026" for the same day in every country, and typed-dates for none; and "182,45" for a text.
 * Here, as in Excel, what is typed is read in the user's language. Returns what reads texts that are entered together.
 */
export function readTypedValues(sheet: Spreadsheet, language: string): (texts: readonly string[]) => ReadText {
  const [numberOf, dateOf] = [numbersIn(language), datesIn(language)];
  const readerOf = (texts: readonly string[]): ReadText => {
    const numberAmong = numbersAmong(texts, numberOf);
    return (text, pattern) =>
      /^(?:text|fraction)$/.test(numfmt.getFormatInfo(pattern).type)
        ? undefined
        : (dateOf(text) ?? wordOf(text) ?? numberAmong(text));
  };
  sheet.serviceOf(SheetInterceptorService).writeCellInterceptor.intercept(AFTER_CELL_EDIT, {
    // Before texts are read as numbers.
    priority: 1,
    handler: (cell, { workbook, worksheet, row, col }, next) => {
      if (typeof cell?.v !== 'string' || cell.p || cell.t === CellValueType.FORCE_STRING) return next(cell);
      const pattern = workbook.getStyles().getStyleByCell(worksheet.getCell(row, col))?.n?.pattern ?? '';
      const v = readerOf([cell.v])(cell.v, pattern);
      if (v === undefined && isAnotherNotation(cell.v, language, numberOf) && dateOf(cell.v) === undefined)
        return next({ ...cell, t: CellValueType.FORCE_STRING });
      return next(v === undefined ? cell : { ...cell, v });
    },
  });
  return readerOf;
}

/** Beneath what is laid over cells, and after numbers with a format have theirs. */
const AFTER_FORMATS = 8;

/** Shows numbers, also those without a format, and edits them in the notation of the language, as Excel does. */
export function showNumbersIn(sheet: Spreadsheet, language: string): void {
  useNumbersOf(language);
  const marks = marksHere();
  if (marks.decimal === '.') return;
  const service = sheet.serviceOf(SheetInterceptorService);
  const here = <T extends Nullable<ICellData>>(cell: T): T =>
    cell?.t === CellValueType.NUMBER ? { ...cell, v: withDecimalMark(String(cell.v), marks) } : cell;
  service.intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: AFTER_FORMATS,
    effect: InterceptorEffectEnum.Value,
    // One with a format is a text here.
    handler: (cell, _, next) => next(typeof cell?.v === 'number' && !Number.isInteger(cell.v) ? here(cell) : cell),
  });
  service.writeCellInterceptor.intercept(BEFORE_CELL_EDIT, {
    handler: (cell, _, next) => {
      const edited = next(cell);
      // A share is a text of English here.
      return typeof edited?.v === 'number' || String(edited?.v).endsWith('%') ? here(edited) : edited;
    },
  });
}

/**
 * Lets formulas calculate with a text such as "1/2/2026" or "1,5", where a number is needed. Returns what makes of it
 * what the engine reads.
 */
export function readTextsInFormulas(language: string): (text: BaseValueObject) => BaseValueObject {
  const [numberOf, dateOf] = [numbersIn(language), datesIn(language)];
  const readIn = (one: BaseValueObject): BaseValueObject => {
    const text = one.isString() ? String(one.getValue()) : '';
    const date = dateOf(text);
    if (date !== undefined) return StringValueObject.create(date);
    const number = getNumfmtParseValueFilter(numberOf(text) ?? '')?.v;
    return typeof number === 'number' ? NumberValueObject.create(number) : one;
  };
  const { prototype } = StringValueObject;
  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const { convertToNumberObjectValue } = prototype;
  prototype.convertToNumberObjectValue = function () {
    const read = readIn(this);
    return read.isString() ? convertToNumberObjectValue.call(read) : (read as NumberValueObject);
  };
  return readIn;
}

/** "1 Feb 2026" of "1. Februar 2026" in German, and what dateWithYearFirst says of numbers alone. */
function datesIn(language: string): (text: string) => string | undefined {
  const months = new Map(
    MONTHS.flatMap((english, index) =>
      (['long', 'short'] as const).flatMap((month) =>
        [{ month }, { month, day: 'numeric' as const }]
          .flatMap((options) => new Intl.DateTimeFormat(language, options).formatToParts(new Date(2026, index)))
          .flatMap(({ type, value }) => (type === 'month' ? [[withoutPoint(value), english] as const] : [])),
      ),
    ),
  );
  // So Windows writes March in German.
  months.set('mrz', 'Mar');
  return (text) => {
    if (!/\d\D*\p{L}{3}|\p{L}{3}\D*\d/u.test(text)) return dateWithYearFirst(text, language);
    const english = text
      .replaceAll(/(?<=^\d+)\.(?=\s)|(?<=\s)de\s/g, '')
      .replace(/\p{L}{3,}\.?/u, (name) => months.get(withoutPoint(name)) ?? name);
    return english !== text && parseDate(english) ? english : undefined;
  };
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** "TRUE" of "wahr", "#N/A" of "#NV" or "#n/a". */
function wordOf(text: string): string | undefined {
  const error = text.startsWith('#') ? text.toUpperCase() : '';
  if (error) return LOCAL_ERRORS[error] ?? (isErrorCode(error) ? error : undefined);
  const english = /^\p{L}{4,10}$/u.test(text) ? withEnglishNames(text) : text;
  return english === text ? undefined : english;
}

const withoutPoint = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/**
 * "2026-01-02 14:30" of "1/2/2026 14:30" in New York; undefined of what is no such date. Points are marks of dates only
 * where they are usual, and "1.5" is a number everywhere.
 */
function dateWithYearFirst(text: string, language: string): string | undefined {
  const [whole, first, mark, second, third, end] = DATE.exec(text) ?? [];
  if (whole === undefined || first!.length > 2) return undefined;
  const usual = new Intl.DateTimeFormat(language, { calendar: 'gregory', dateStyle: 'short' }).formatToParts();
  const hasPoints = usual.some(({ type, value }) => type === 'literal' && value.startsWith('.'));
  if (mark === '.' ? !hasPoints || (third ?? end) === undefined : end !== undefined) return undefined;
  const order = usual.map(({ type }) => type).filter((type) => /^(?:day|month|year)$/.test(type));
  const typed = third === undefined ? [first, second] : [first, second, third];
  const read = (fields: readonly string[]): string | undefined => {
    const number = (field: string, otherwise: number): number => Number(typed[fields.indexOf(field)] ?? otherwise);
    const year = number('year', new Date().getFullYear());
    const century = year > 99 ? 0 : year > LAST_OF_CENTURY ? 1900 : 2000;
    const day = new Date(Date.UTC(century + year, number('month', 1) - 1, number('day', 1)));
    if (day.getUTCMonth() + 1 !== number('month', 1) || day.getUTCDate() !== number('day', 1)) return undefined;
    const date = day.toISOString().slice(0, 10) + text.slice(whole.length).trimEnd();
    return getNumfmtParseValueFilter(date) ? date : undefined;
  };
  return third === undefined
    ? (read(order.filter((field) => field !== 'year')) ?? read(['month', 'year']))
    : read(order);
}

import { byName } from '../basics';
import { type Given, listedIn, literalOf, normal, textLiteral, Untranslatable, writtenOf } from './given';
import { type OwnSymbol, symbolIn } from './symbols';
import {
  BLOOMBERG,
  CAPITAL_IQ,
  EXCEL,
  FACTSET,
  GOOGLE,
  LSEG,
  OTHER_FIELDS_OF_EXCEL,
  SCORE_FIELDS,
  type Vendor,
} from './vendors';
import { isoFromDay } from '../calendar/dates';
import { dayFromIso, withIsoDate } from '../calendar/iso-dates';

interface AskedBars {
  readonly symbol: OwnSymbol;
  readonly fields: string;
  readonly start: WrittenDate;
  readonly end?: WrittenDate | undefined;
  /** Whether the end is not included. */
  readonly isEndOut?: boolean;
  readonly interval?: string;
  readonly hasHeaders?: boolean;
  /** Whether it is a single value, that of the last day. */
  readonly isOne?: boolean;
}

/** A result without a limit has at most so many rows: of a longer one, a sum would be wrong without a word. */
const USUAL_ROWS = 1_000;
const ALL_ROWS = '50000';

/** A1:A9, A:A or A1#: our history is that of one index. */
const SEVERAL_CELLS = /[A-Z$\d]:[A-Z$\d]|\d#/;

function barsFormula({
  symbol,
  fields,
  start,
  end = start,
  interval = 'day',
  hasHeaders = false,
  isOne,
  isEndOut = false,
}: AskedBars): string {
  if (symbol.area !== undefined && symbol.area !== 'indices')
    throw new Untranslatable(
      'noHistory',
      symbol.written.replace(/^.*?(?:SUBSTITUTE|MATCH)\(([^,]*),.*$/, '$1').replaceAll('"', ''),
    );
  if (/^"[^"]*,/.test(symbol.written)) throw new Untranslatable('noSymbol', symbol.written.replaceAll('"', ''));
  if (SEVERAL_CELLS.test(symbol.written)) throw new Untranslatable('inCell', symbol.written);
  // Newest first, in other products.
  const isBackwards = start.day === undefined ? start.written === 'TODAY()' : start.day > (end.day ?? Infinity);
  if (isBackwards && end.written !== start.written) throw new Untranslatable('backwards', '');
  const isShort = end === start || end.day! - start.day! < USUAL_ROWS;
  const limit = isOne === true ? '-1' : isShort ? '' : ALL_ROWS;
  const shown = hasHeaders ? 'TRUE' : 'FALSE';
  const before = later(end, isEndOut && end !== start ? 0 : 1).written;
  // The first tick of a day may be before its session, and repeat the close of the day before.
  const bars = interval === 'day' && /open|high|low/.test(fields) ? 'session' : interval;
  const formula = `MD.TICKS(${symbol.written},${start.written},${before},${limit},${fields},${shown},"${bars}")`;
  // Elsewhere a week has the date of its last day or of its first session, and none that is cut off.
  // Day 0 was a Thursday; the last trading day of most weeks is a Friday.
  if (interval === 'week' && (fields !== '"close"' || ((end.day ?? 0) + 3) % 7 < 4))
    throw new Untranslatable('otherDates', '', `=${formula}`);
  return formula;
}

/** The fields of a day as an argument, with the times before them if wanted. */
const barFields = (given: Given, { bars }: Vendor, hasTimes: boolean): string => {
  const fields = fieldsOf(given, bars);
  return hasTimes && !/^".*\btime/.test(fields) ? `"time,"&${fields}`.replace('"&"', '') : fields;
};

function namesIn(literal: string): string[] {
  const names = listedIn(literal);
  if (names.length === 0) throw new Untranslatable('unfinished', '');
  return names;
}

/** Fields as an argument. */
function fieldsOf(given: Given, fields: Vendor['bars']): string {
  const literal = literalOf(given);
  if (literal === undefined) return ownField(given, fields);
  const own = namesIn(literal).map((name) => {
    const field = fields[normal(name)];
    if (field === undefined) throw new Untranslatable('noField', name);
    return field;
  });
  return textLiteral(own.join());
}

/** A field in a cell: the first name of each of our fields is translated too, since the cell may change. */
function ownField(given: Given, fields: Readonly<Record<string, string>>): string {
  const held = given.length === 1 ? (given[0]!.values ?? []).map(String) : [];
  const wrong = held.find((name) => fields[normal(name)] === undefined);
  if (wrong !== undefined) throw new Untranslatable('noField', wrong);
  const usual = Object.keys(fields).filter(
    (name, at, all) => all.findIndex((one) => fields[one] === fields[name]) === at,
  );
  const names = [...new Set([...held.map((name) => name.toUpperCase()), ...usual])];
  const written = writtenOf(given);
  return `SWITCH(${written},${names.map((name) => `${textLiteral(name)},${textLiteral(fields[normal(name)]!)}`).join()},${written})`;
}

interface Naming {
  /** The area of symbols without a prefix. */
  readonly ownArea: string;
}

const areaArgument = ({ area, hasArea }: OwnSymbol, { ownArea }: Naming): string =>
  area === undefined || area === ownArea || hasArea === true ? '' : `,"${area}"`;

/** The columns beside the values. */
interface QuoteFrame {
  readonly hasHeaders: boolean;
  /** Whether each row begins with its symbol. */
  readonly hasSymbols: boolean;
}

function quoteFormula(symbol: OwnSymbol, field: string, naming: Naming, frame?: QuoteFrame): string {
  const fields = frame?.hasSymbols === true ? `"symbol,"&${field}`.replace('"&"', '') : field;
  const area = areaArgument(symbol, naming);
  return `MD.QUOTE(${symbol.written},${fields}${frame?.hasHeaders === true ? `${area || ','},,TRUE` : area})`;
}

/** More days than any exchange closes in a row. */
const WITHOUT_TRADING = 14;

/** A quote, a score, or the previous close, depending on the field. */
function valueFormula(
  symbolGiven: Given,
  fieldGiven: Given,
  vendor: Vendor,
  naming: Naming,
  frame?: QuoteFrame,
): string {
  const symbol = symbolIn(symbolGiven, vendor);
  const literal = literalOf(fieldGiven);
  const names = literal === undefined ? [] : namesIn(literal);
  const missing = names.find((name) => vendor.quote[normal(name)] === undefined);
  if (missing === undefined) return quoteFormula(symbol, fieldsOf(fieldGiven, vendor.quote), naming, frame);
  const score = SCORE_FIELDS.find(([pattern]) => pattern.test(normal(missing)))?.[1];
  if (score !== undefined && names.length === 1 && (symbol.area ?? 'stocks') === 'stocks')
    return `MD.SCORE(${symbol.written},"${score}")`;
  const isPrevious = vendor.previous.includes(normal(missing));
  if (isPrevious && names.length === 1 && symbol.area === 'indices')
    // Of the day before the newest one, which at a weekend is not today, and which begins earlier in Asia.
    return `INDEX(MD.TICKS(${symbol.written},TODAY()-${WITHOUT_TRADING},TODAY()+2,-2,"close",FALSE,"day"),1)`;
  if (isPrevious || vendor.bars[normal(missing).replace(/\(.*/, '')] === 'close')
    throw new Untranslatable('onlyClose', missing, `=${quoteFormula(symbol, '"mid"', naming)}`);
  throw new Untranslatable('noField', missing);
}

/** "SDate=2026-11-02 Frq=D", "START:01-Nov-2026 INTERVAL:1D": by their names in upper case; a word alone has no value. */
const optionsIn = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/([^\s,;=:]+)[=:]?([^\s,;]*)/g)].map(([, name, value]) => [name!.toUpperCase(), value!]));

const INTERVALS = byName('day: D CD AD DAILY 1D P1D 0 1; week: W CW WEEKLY 1W P1W P7D 7');

function intervalIn(text: string): string {
  const interval = INTERVALS[text.trim().toUpperCase() || 'D'];
  if (interval === undefined) throw new Untranslatable('noOption', text);
  return interval;
}

function refuseOptions(given: readonly Given[]): void {
  const [first] = given.filter((one) => one.length > 0 && literalOf(one) !== '');
  if (first) throw new Untranslatable('noOption', writtenOf(first).replace(/^"([^"]*)"$/, '$1'));
}

/** What BDH may be told without another result: how it lays out what it has. */
const LAYOUT_OF_BDH =
  /^(?:DIR=V|DTE?S=S|DATES=S(?:HOW)?|(?:DTS|DATES?)=H.*|SORT=A|ARRAY=T|QUOTE=C|QTTYP=Y|DAYS=T|DTFMT=[DB]|USEDPDF=Y|FILL=[BNP]|(?:COLS|ROWS)=\d+)$/;

function bdh([symbol = [], field = [], start = [], end = [], ...options]: readonly Given[]): string {
  // "Per","D" is "Per=D".
  const told = listedIn(
    options
      .map((one) => literalOf(one) ?? writtenOf(one))
      .join()
      .replaceAll(/(?<=^|,)([a-z]+),([^=,]+)(?=,|$)/gi, '$1=$2'),
  );
  const period = told.find((one) => /^per(?:iod)?=/i.test(one));
  const hidesDates = told.some((one) => /^(?:dts|dates?)=h/i.test(one));
  const other = told.find((one) => one !== period && !LAYOUT_OF_BDH.test(one.toUpperCase()));
  if (other !== undefined) throw new Untranslatable('noOption', other);
  const [first, last] = [dateIn(start, BLOOMBERG), dateIn(end, BLOOMBERG)];
  // It would count from the end.
  if (literalOf(start)?.startsWith('-') === true && last !== TODAY)
    throw new Untranslatable('noDate', literalOf(start)!);
  return barsFormula({
    symbol: symbolIn(symbol, BLOOMBERG),
    fields: barFields(field, BLOOMBERG, !hidesDates),
    start: first,
    end: last,
    interval: intervalIn((period ?? '').replace(/^.*=/, '')),
  });
}

/** A history begins with the oldest day here. */
const OPTION_OF_LSEG =
  /^(?:(?:SDATE|EDATE|START|END|FRQ|INTERVAL|TSREPEAT)=|(?:SORT=ASC|CH=FD|RH=(?:IN|\w*DATE|TIMESTAMP))$)/i;

const BREAK = { written: '', literal: '\n' } as const;

/** TR, RDP.Data and the histories of Workspace: "SDate=-1M EDate=0D Frq=D", also within the field itself. */
function lseg(
  [symbol = [], field = [], options = [], ...others]: readonly Given[],
  naming: Naming,
  isHistory = false,
): string {
  const template = new Template([...field, BREAK, ...options]);
  const [names = '', asked = ''] = template.text.split(BREAK.literal);
  const isCell = field.length === 1 && field[0]!.literal === undefined;
  const literal = template.written(names.replaceAll(/\([^)]*\)|TRDPRC_1(?=\.)/gi, ''));
  const plain: Given = isCell ? field : [{ written: literal, literal }];
  // What a history shows stands in arguments of its own.
  const shown = isHistory ? others.map(literalOf) : [];
  refuseOptions(others.filter((_, index) => shown[index] === undefined));
  const within = [...names.matchAll(/\(([^)]*)\)/g)].map(([, inner = '']) => inner).join(' ');
  const told = optionsIn(`${asked} ${within} ${shown.join(' ')}`);
  const wrong = [...told]
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .find((one) => !OPTION_OF_LSEG.test(one));
  if (wrong !== undefined) throw new Untranslatable('noOption', template.written(wrong));
  const [start, end] = [told.get('SDATE') ?? told.get('START'), told.get('EDATE') ?? told.get('END')];
  // The latest close is that of today or of the day before: it has no certain date.
  if (/^(?:0D?)?$/i.test(start ?? '') && end === undefined && !isHistory)
    return valueFormula(symbol, plain, LSEG, naming, {
      hasHeaders: told.has('CH'),
      hasSymbols: /\bIN\b/i.test(told.get('RH') ?? ''),
    });
  const hasRowHeadings = /DATE|TIME/i.test(told.get('RH') ?? '') || (isHistory && !told.has('RH'));
  const [first, last] = [start, end].map((one) => (one === undefined ? undefined : template.dateIn(one, LSEG)));
  if (!first) throw new Untranslatable('noDate', writtenOf(options));
  // A history of several days begins with the newest unless it is told otherwise.
  if (isHistory && !told.has('SORT') && first.written !== last?.written) throw new Untranslatable('backwards', '');
  return barsFormula({
    symbol: symbolIn(symbol, LSEG),
    fields: barFields(plain, LSEG, hasRowHeadings),
    start: first,
    end: last ?? (isHistory ? TODAY : undefined),
    interval: intervalIn(told.get('FRQ') ?? told.get('INTERVAL') ?? ''),
    hasHeaders: told.has('CH'),
    isOne: last === undefined && !hasRowHeadings,
  });
}

/** "P_PRICE(-1AM,0,D)": a field with its dates. */
function factset([symbol = [], code = [], ...others]: readonly Given[], naming: Naming): string {
  const template = new Template(code);
  const [, name = '', list = ''] = /^\s*([\w.]+)\s*(?:\((.*)\))?\s*$/s.exec(template.text) ?? [];
  const field = name === '' ? writtenOf(code) : name;
  const named: Given = [{ written: textLiteral(field), literal: field }];
  refuseOptions(others);
  const bar = FACTSET.bars[normal(field)];
  if (bar === 'close' && /^\s*NOW\s*$/i.test(list)) return quoteFormula(symbolIn(symbol, FACTSET), '"mid"', naming);
  if (bar === undefined || /^\s*(?:0D?)?\s*$/i.test(list)) {
    const value = valueFormula(symbol, named, FACTSET, naming);
    // A score with a period: ours is the newest.
    if (list.trim() !== '') throw new Untranslatable('noOption', template.written(list));
    return value;
  }
  const [start = '', end, interval = '', currency = ''] = list.split(',').map((one) => one.trim());
  if (currency !== '') throw new Untranslatable('noOption', currency);
  return barsFormula({
    symbol: symbolIn(symbol, FACTSET),
    fields: barFields(named, FACTSET, false),
    start: template.dateIn(start, FACTSET),
    end: end === undefined ? undefined : template.dateIn(end, FACTSET),
    interval: intervalIn(interval),
    isOne: end === undefined,
  });
}

function capitalIq([symbol = [], field = [], date = [], ...others]: readonly Given[], naming: Naming): string {
  // A period, such as "IQ_FY-1": ours is the newest.
  refuseOptions(/^IQ_/i.test(literalOf(date) ?? '') ? [date] : others);
  const day = dateIn(date, CAPITAL_IQ);
  // The latest close is that of today or of the day before: it has no certain date.
  if (day.written === TODAY.written) return valueFormula(symbol, field, CAPITAL_IQ, naming);
  return barsFormula({
    symbol: symbolIn(symbol, CAPITAL_IQ),
    fields: barFields(field, CAPITAL_IQ, false),
    start: day,
    isOne: true,
  });
}

function googleFinance(
  [symbol = [], field = [], start = [], end = [], interval = []]: readonly Given[],
  naming: Naming,
): string {
  const attribute: Given = literalOf(field) === '' ? [{ written: '"price"', literal: 'price' }] : field;
  if (start.length === 0) return valueFormula(symbol, attribute, GOOGLE, naming);
  const first = dateIn(start, GOOGLE);
  const count = end.length === 1 ? Number(end[0]!.literal ?? end[0]!.values?.[0] ?? NaN) : NaN;
  if (count <= 0) throw new Untranslatable('noDate', writtenOf(end));
  // A small number counts days.
  const last = count < 10_000 ? later(first, count) : end.length > 0 ? dateIn(end, GOOGLE) : undefined;
  return barsFormula({
    symbol: symbolIn(symbol, GOOGLE),
    fields: barFields(attribute, GOOGLE, true),
    start: first,
    end: last,
    interval: intervalIn(literalOf(interval) ?? writtenOf(interval)),
    hasHeaders: true,
    isEndOut: true,
  });
}

const PROPERTIES_OF_STOCKHISTORY = ['time', 'close', 'open', 'high', 'low'];

function stockHistory([
  symbol = [],
  start = [],
  end = [],
  interval = [],
  headers = [],
  ...properties
]: readonly Given[]): string {
  const step = literalOf(interval) ?? '?';
  if (!/^[01]?$/.test(step)) throw new Untranslatable('noOption', `interval ${writtenOf(interval)}`);
  const heading = literalOf(headers) ?? '?';
  if (!/^[01]?$|^(?:true|false)$/i.test(heading)) throw new Untranslatable('noOption', `headers ${writtenOf(headers)}`);
  const fields = (properties.length === 0 ? ['0', '1'] : properties.map((one) => literalOf(one) ?? '?')).map(
    (number) => {
      const field = PROPERTIES_OF_STOCKHISTORY[Number(number)];
      if (field === undefined) throw new Untranslatable('noField', number === '5' ? 'Volume' : number);
      return field;
    },
  );
  return barsFormula({
    symbol: symbolIn(symbol, EXCEL),
    fields: textLiteral(fields.join()),
    start: dateIn(start, EXCEL),
    end: end.length === 0 ? undefined : dateIn(end, EXCEL),
    interval: step === '1' ? 'week' : 'day',
    hasHeaders: !/^(?:0|false)$/i.test(heading),
  });
}

/** Fields of Excel's data type Stocks; undefined for those of another data type. Our functions read the data type. */
const dataTypeField: Translate = ([symbol = [], field = []], naming) =>
  listedIn(literalOf(field) ?? '')
    .map(normal)
    .some((name) => name in EXCEL.quote || EXCEL.previous.includes(name) || OTHER_FIELDS_OF_EXCEL.test(name))
    ? valueFormula(symbol, field, EXCEL, naming)
    : undefined;

function liveFormula(symbolGiven: Given, field: Given, vendor: Vendor, naming: Naming): string {
  const symbol = symbolIn(symbolGiven, vendor);
  return `MD.LIVE(${symbol.written},${fieldsOf(field, vendor.quote)}${areaArgument(symbol, naming)})`;
}

function refuseField([, field = []]: readonly Given[]): never {
  if (field.length === 0) throw new Untranslatable('unfinished', '');
  throw new Untranslatable('noField', literalOf(field) ?? writtenOf(field));
}

type Translate = (given: readonly Given[], naming: Naming) => string | undefined;

/** A call without an operator beside it. */
const PLAIN_CALL = /^[\w.]+\((?!.*\)[^),])/s;

const alone: Translate = ([inner = []]) =>
  PLAIN_CALL.test(writtenOf(inner)) ? writtenOf(inner) : `(${writtenOf(inner)})`;

const FUNCTIONS: Readonly<Record<string, Translate>> = {
  BDP([symbol = [], field = [], ...overrides], naming) {
    // Ours has a row for each symbol, and a column for each field.
    refuseOptions([
      ...overrides,
      /^\{[^;]*"[,.\\]/.test(writtenOf(symbol)) ? symbol : [],
      /^\{.*";/.test(writtenOf(field)) ? field : [],
    ]);
    return valueFormula(symbol, field, BLOOMBERG, naming);
  },
  BDH: bdh,
  BDS: refuseField,
  RTD([server = [], , symbol = [], field = []], naming) {
    const name = literalOf(server) ?? writtenOf(server);
    if (/^(?:bloomberg\.rtd|blp\|m)$/i.test(name)) return liveFormula(symbol, field, BLOOMBERG, naming);
    throw new Untranslatable('noFunction', name.includes('|') ? name : `RTD ${name}`);
  },
  TR: lseg,
  RHISTORY: (given, naming) => lseg(given, naming, true),
  RTGET: ([, symbol = [], field = []], naming) => liveFormula(symbol, field, LSEG, naming),
  FDS: factset,
  CIQ: capitalIq,
  GOOGLEFINANCE: googleFinance,
  STOCKHISTORY: stockHistory,
  FIELDVALUE: dataTypeField,
  // Of Google Sheets. Excel's own needs its second argument.
  ARRAYFORMULA: alone,
  TO_DATE: alone,
  IFERROR: ([inner = [], ...others]) => (others.length === 0 ? `IFERROR(${writtenOf(inner)},"")` : undefined),
};

/** What stands around prices in Google Sheets alone. */
export const isOfSheets = (name: string): boolean =>
  /^(?:IFERROR|QUERY|SPARKLINE|JOIN|SPLIT|(?:TO_|IMPORT|ARRAY(?!TO))\w+)$/i.test(name);

/**
 * Functions without any counterpart: names that only market data add-ins use, then the prefixes of vendors. A word such
 * as PRICE or LAST may be the user's own function, which stays.
 */
const WITHOUT_COUNTERPART = new RegExp(
  '^(?:' +
    [
      'B(?:QL(?:X|\\.QUERY)?|EQS|SRCH|CURVE|TICK|DIT|ADDPERIODS|FIELDINFO)|BLP[BH]|DS(?:GRID)?|FQL|STOCKDATA|TDPRICE|WS[DSQ]|AVQ|' +
        'CRYPTOFINANCE|YH?FINANCE|YC[IPS]|GETEOD',
      '(?:SNL|SPG)(?:TABLE|LABEL)?|WISE(?:PRICE|FUNDS)?',
      '(?:CIQ|FDS|OBB|OPENBB|OPENAPI|RCHGET|SMFGET|AVGET|ALPHAVANTAGE|YAHOO|Y[FH][._]|EODHD|XLQ|IEX|' +
        'EM_|THS_|QUANDL|FMP|FINBOX|FNBX|FINNHUB|POLYGON[._]|INTRINIO|TWELVEDATA|TD[._]|COINGECKO|CMC\\.|KAIKO|IBKR|SAXO|QDATA|QSERIES|' +
        'QTABLE|NDL|MSDP|MSTS|RTUPDATE|RSEARCH|EPF\\.|CS\\.|QM_|HF_|FINSHEET|SF_|[SI]_DQ_)[\\w.]*',
    ].join('|') +
    ')$',
);

/** The function's name without what Excel and files put before it: "_xll.", "_xlfn.", "_xldudf_RDP_DATA". */
const plainName = (name: string): string => {
  const upper = name.toUpperCase().replace(/^(?:_XL(?:FN|WS|L|UDF)\.)+|^_XLDUDF_/, '');
  const own = upper.replace(/^(RDP|BQL)_/, '$1.');
  return SAME_FUNCTION[own] ?? own;
};

/** Other names of functions. */
const SAME_FUNCTION = byName('FIELDVALUE: _FV; BDP: BLP; TR: RDATA RDP.DATA; RHISTORY: RDP.HISTORICALPRICING');

export const isOtherFunction = (name: string): boolean =>
  (plainName(name) in FUNCTIONS && !isOfSheets(name)) || WITHOUT_COUNTERPART.test(plainName(name));

/**
 * Our call with the same result as a call of another add-in's function; undefined if the call is not about market data.
 * @param name as it stands in the formula
 * @throws {Untranslatable} if the service does not have it, or if the meaning is unclear
 */
export function translateCall(name: string, given: readonly Given[], naming: Naming): string | undefined {
  const own = plainName(name);
  const translate = FUNCTIONS[own];
  if (!translate) throw new Untranslatable(isOfSheets(own) ? 'onlySheets' : 'noFunction', own);
  const clear = withClearDates(given, /^(?:FDS|CIQ)$/.test(own));
  const attempt = (some: readonly Given[]): string | Untranslatable | undefined => {
    try {
      return translate(some, naming);
    } catch (error) {
      if (error instanceof Untranslatable) return error;
      throw error;
    }
  };
  const after = attempt(clear);
  if (!(after instanceof Untranslatable)) return after;
  // Without its options and dates, a formula for a field that the service lacks would be no better.
  const plain = attempt(clear.slice(0, 2));
  throw plain instanceof Untranslatable && plain.key === 'noField' ? plain : after;
}

/** Dates in the form of our functions: the first day, and the day after the last. */
interface WrittenDate {
  readonly written: string;
  /** Days since 1970, if it is a literal. */
  readonly day?: number;
}

const ofDay = (day: number): WrittenDate => ({ written: textLiteral(isoFromDay(day)), day });
const TODAY: WrittenDate = { written: 'TODAY()' };
const MONTHS_OF: Readonly<Record<string, number>> = { M: 1, Q: 3, Y: 12 };

function dateIn(given: Given, vendor: Vendor): WrittenDate {
  const literal = literalOf(given);
  if (literal !== undefined) return dateOfText(literal, vendor);
  const wrong =
    given.length === 1 ? given[0]!.values?.find((value) => typeof value === 'string' && !isoDay(value)) : undefined;
  if (wrong !== undefined) throw new Untranslatable('noDate', String(wrong));
  // A date as text, which others need, is two days in some countries: TEXT(A1,"yyyymmdd") is A1.
  // The codes of years and days are those of the country: JJJJMMTT, aaaammjj.
  const written = writtenOf(given).replace(
    /^TEXT\(([^"&]*),"(?:(?=[^"]*y)[^"]*d|(?=[^"]*j)[^"]*t|(?=[^"]*a)[^"]*[jd])[^"]*"\)$/i,
    '$1',
  );
  if (/TEXT\(/i.test(written)) throw new Untranslatable('noDate', written);
  return { written: given.length > 1 ? `(${written})` : written };
}

const isoDay = (text: string): number | undefined => dayFromIso(withIsoDate(text.trim()));

function dateOfText(text: string, vendor: Vendor): WrittenDate {
  const date = text.replaceAll(/["']/g, '').trim().toUpperCase();
  if (/^(?:|0D?|NOW|TODAY)$/.test(date)) return TODAY;
  const [, count, kind, unit] = /^-(\d+)([AC]?)([WMQY]|(?<=C)D)$/.exec(date) ?? [];
  if (kind !== undefined && kind === vendor.ago) {
    const months = MONTHS_OF[unit!];
    if (months !== undefined) return { written: `EDATE(TODAY(),-${Number(count) * months})` };
    return { written: `TODAY()-${Number(count) * (unit === 'W' ? 7 : 1)}` };
  }
  const day = isoDay(date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
  if (day !== undefined) return ofDay(day);
  // A serial of Excel.
  if (/^\d{5}$/.test(date)) return { written: date };
  throw new Untranslatable('noDate', text);
}

const DATE_IN_PARTS = /\b(\d{1,2})([/.-])(\d{1,2})\2(\d{4})\b/g;

/**
 * "11/2/2026" as 2026-11-2 if the order of month and day is certain: beside "11/27/2026" it is. A date that may as well
 * be another day stays.
 */
function withClearDates(given: readonly Given[], isMonthFirst: boolean): readonly Given[] {
  const all = given.flatMap((one) => one.map(({ literal }) => literal)).join();
  const dates = [...all.matchAll(DATE_IN_PARTS)];
  const hasDay = (at: number): boolean => dates.some((date) => Number(date[at]) > 12);
  const isDayFirst = hasDay(1) || dates.every(([, one, , other]) => one === other);
  const order = isMonthFirst || hasDay(3) ? '$4-$1-$3' : isDayFirst ? '$4-$3-$1' : '$&';
  return given.map((pieces) =>
    pieces.map((piece) =>
      typeof piece.literal === 'string' ? { ...piece, literal: piece.literal.replace(DATE_IN_PARTS, order) } : piece,
    ),
  );
}

const later = ({ written, day }: WrittenDate, days: number): WrittenDate =>
  day === undefined ? { written: days === 0 ? written : `${written}+${days}` } : ofDay(day + days);

/** Texts with cells in them, "P_PRICE("&A1&")": each cell is one character, to be found again. */
class Template {
  readonly text: string;

  constructor(private readonly given: Given) {
    this.text = given.map(({ literal }, index) => (literal === undefined ? mark(index) : String(literal))).join('');
  }

  dateIn(part: string, vendor: Vendor): WrittenDate {
    const index = part.trim().charCodeAt(0) - FIRST_MARK;
    const piece = part.trim().length === 1 ? this.given[index] : undefined;
    if (piece) return dateIn([piece], vendor);
    return dateOfText(this.written(part), vendor);
  }

  /** With the cells as they stand in the formula. */
  written(part: string): string {
    return part.replaceAll(/[\uE000-\uE0FF]/g, (one) => this.given[one.charCodeAt(0) - FIRST_MARK]!.written);
  }
}

const FIRST_MARK = 0xe000;
const mark = (index: number): string => String.fromCharCode(FIRST_MARK + index);

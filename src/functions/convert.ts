import { hostOf } from '../app/settings';
import { amountDecimals, amountFormat, looksLikePart, type Unit, unitOf } from '../core/amounts';
import { type Cell, isFormatted, RichNumber } from '../core/cell';
import type { Column, Row } from '../core/columns';
import { CellError, notAvailable, misnamedArgument, FixableError, wrongArgument } from '../core/errors';
import { currencyMeant } from '../core/names/symbol-notations';
import { fieldCell } from '../core/table';
import { type Context, define, type Parameter } from './define';
import { precision, readNumber, text, valueGiven, word, required, AREA_TRAITS, SINGLE } from './parameters/values';
import { SMALL_UNIT } from './parameters/symbols';
import { lookUpEach } from './tables/look-up-each';
import { areasWith, type AreaWith, parameterOf } from '../api/operations';
import { readsOf } from '../api/reads';
import { ServiceError } from '../api/service-error';
import type { Call } from '../core/call';
import { isRecord, type MaybePromise, whenReady } from '../core/basics';

const CODE = 'a currency code such as "EUR"';
const DEFAULT_AREA = 'currencies';

const anyNumber = (): Parameter<number | undefined> => ({
  ...SINGLE,
  input: 'number',
  role: 'quantity',
  read: (argument, name) => readNumber(argument, name, 'a number', Number.isFinite),
});

function currencyCode(): Parameter<string> {
  const code = required({ ...text(CODE), excelType: 'any', input: 'currency', role: 'currency' }, CODE);
  return {
    ...code,
    read(argument, name, reading) {
      const written = code.read(argument, name, reading);
      // An amount, after a formula was filled to the right.
      if (typeof valueGiven(argument, name) === 'number') throw wrongArgument(name, written, CODE);
      // In "GBp=" the small letter may mean pence.
      const meant = SMALL_UNIT.test(written) ? undefined : currencyMeant(written);
      if (meant !== undefined) throw misnamedArgument(name, written, 'a currency code', meant);
      return written;
    },
  };
}

export const convert = define({
  id: 'CONVERT',
  parameters: {
    amount: required(anyNumber(), 'a number'),
    from: currencyCode(),
    to: currencyCode(),
    area: word(areasWith('conversion'), { default: DEFAULT_AREA, ...AREA_TRAITS }),
    precision: precision(),
  },
  result: 'scalar',
  sources: areasWith('conversion').map((one) => `GET /${one}/convert/{from}/{to}`),
  requests: 'pair',
  handle({ amount, area = DEFAULT_AREA, precision, ...pair }, context, call) {
    if (amount === 0) return 0;
    const [from, to] = [unitIn(area, pair.from), unitIn(area, pair.to)];
    const ratio = to.perUnit / from.perUnit;
    const show = (rate: number, info?: ConversionRate['info']): Cell => {
      const exact = withoutNoise(amount * rate);
      const decimals = precision ?? (info ? amountDecimals(exact, usualDecimals(area)) : Infinity);
      // Never -0, which a sheet does not have.
      const value = decimals > MAX_DECIMALS ? exact : Number(exact.toFixed(decimals)) + 0;
      const format = amountFormat(value, precision) ?? 'General';
      return new RichNumber(value, format, () => (info ? { rate, ...origin(info, context) } : { rate }));
    };
    const isOne = from.code === to.code;
    if (isOne && (area === 'crypto' || isCurrency(from.code))) return show(ratio);
    return whenReady(conversionRate({ area, from: from.code, to: to.code }, context, call), ({ rate, info }) =>
      isOne ? show(ratio) : show(ratio === 1 ? rate : withoutNoise(rate * ratio), info),
    );
  },
});

/** In the crypto area the same letters are coins. */
function unitIn(area: AreaWith<'conversion'>, code: string): Unit {
  if (area === 'crypto') return { code: code.toUpperCase(), perUnit: 1 };
  const unit = unitOf(code);
  if (unit.perUnit === 1 && looksLikePart(code))
    throw new CellError('#VALUE!', `"${code}" may mean a part of a currency: write ${unit.code} for the whole one`);
  return unit;
}

/** If the computer does not know a code, the service says whether the currency exists: "ERU" may be a typing error. */
const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code);

/** Numbers are rounded to at most this many decimals. */
const MAX_DECIMALS = 100;

/** Digits beyond these are noise of the multiplication. */
const withoutNoise = (value: number): number => Number(value.toPrecision(15));

const TIME: Column = { name: 'timestamp', kind: 'unix', nullable: false };

/** Where and when the service found its rate, as properties of the cell. */
function origin({ timestamp }: ConversionRate['info'], { dateSystem, settings }: Context): RichNumber['properties'] {
  const asOf = fieldCell(timestamp, TIME, { zone: 'utc', dateSystem });
  return { ...(isFormatted(asOf) && { asOf }), source: hostOf(settings) };
}

interface CurrencyPair {
  readonly area: AreaWith<'conversion'>;
  /** Upper-case codes. */
  readonly from: string;
  readonly to: string;
}

interface ConversionRate {
  readonly rate: number;
  /** The answer's own record of it, with its time. */
  readonly info: Row;
}

/** The question about a pair, independent of the amount in the cell. */
interface Question {
  readonly amount: number;
  /** Decimals of the answer; undefined leaves them to the service. */
  readonly precision: number | undefined;
}

/**
 * The same question for every cell of a pair, so that all of them share one request and one rate. A million with the
 * maximum number of decimals gives a rate that is exact for any amount. If a service refuses that amount or that many
 * decimals, the next question is asked.
 */
const QUESTIONS: readonly Question[] = [1_000_000, 1].flatMap((amount) =>
  [15, undefined].map((precision) => ({ amount, precision })),
);

const operationOf = (area: CurrencyPair['area']) => `GET /${area}/convert/{from}/{to}` as const;

/** The decimals to which the service rounds by default. */
const usualDecimals = (area: CurrencyPair['area']): number =>
  Number(parameterOf(`GET /${area}/quote`, 'precision').default);

/** The rate of the pair, one for all cells of a recalculation. Throws a CellError if there is none. */
const conversionRate = (pair: CurrencyPair, context: Context, call: Call): MaybePromise<ConversionRate> =>
  ask(pair, QUESTIONS.slice(acceptedBy(context).get(pair.area)), context, call);

/** By area, the index of the first question that the service accepts. */
const acceptedBy = ({ client }: Context): Map<CurrencyPair['area'], number> =>
  client.resource('questions about rates', () => new Map<CurrencyPair['area'], number>());

function ask(
  pair: CurrencyPair,
  questions: readonly Question[],
  context: Context,
  call: Call,
): MaybePromise<ConversionRate> {
  const { area, from, to } = pair;
  const [question, ...others] = questions as [Question, ...Question[]];
  const answer = lookUpEach(
    [{ values: { from, to, ...question } }],
    (one) => readsOf(context.client, operationOf(area)).read(one, call),
    ([only]) => only!,
  );
  return whenReady(answer, (one) => {
    if (!(one instanceof CellError)) {
      acceptedBy(context).set(area, QUESTIONS.indexOf(question));
      return rateIn(one.rows[0] ?? {}, question.amount);
    }
    const next = one instanceof ServiceError ? questionsAfter(one, question, others) : [];
    if (next.length > 0) return ask(pair, next, context, call);
    if (!(one instanceof ServiceError) || one.status !== 404) throw one;
    const bitcoin = from === 'XBT' ? 'from' : to === 'XBT' ? 'to' : undefined;
    const advice =
      bitcoin !== undefined
        ? 'write "BTC"'
        : area === 'crypto' || [from, to].every(isCurrency)
          ? 'check the codes and the area'
          : 'check the codes; for coins give the area "crypto"';
    const message = `"${from}" to "${to}" cannot be converted in ${area}: ${advice}`;
    if (bitcoin === undefined) throw notAvailable(message, one);
    throw new FixableError('#N/A', message, { parameter: bitcoin, from: 'XBT', to: 'BTC' }, { cause: one });
  });
}

/** The questions without the refused parameter; none if the refusal had another reason. */
function questionsAfter(
  { status, parameter }: ServiceError,
  refused: Question,
  others: readonly Question[],
): readonly Question[] {
  if (status !== 422) return [];
  if (parameter === undefined) return others;
  if (parameter !== 'amount' && parameter !== 'precision') return [];
  return others.filter((one) => one[parameter] !== refused[parameter]);
}

const RESULT: Column = { name: 'result', kind: 'number', nullable: false };

/** @param asked the amount that was sent */
function rateIn(row: Row, asked: number): ConversionRate {
  const result = fieldCell(row.result, RESULT, { zone: 'utc', dateSystem: '1900' });
  if (result instanceof CellError) throw result;
  const total = result as number;
  const info = isRecord(row.info) ? row.info : {};
  const stated = typeof info.rate === 'number' && info.rate !== 0 ? info.rate : NaN;
  if (total === 0) {
    // A rate of 0 is no rate: a small one was rounded to 0.
    if (Number.isNaN(stated)) throw notAvailable('"rate" is not published');
    return { rate: stated, info };
  }
  const amount = convertedAmount(row, asked, total / stated);
  // Both are rounded to the same decimals, so the result of a large amount has more digits of the rate.
  const isExact = Math.abs(amount * stated - total) <= NOISE * Math.abs(total);
  return { rate: isExact ? stated : Number((total / amount).toPrecision(SIGNIFICANT)), info };
}

const SIGNIFICANT = 15;
const NOISE = 1e-14;

/**
 * The amount that the service converted. A service with another name for the parameter converts its default amount and
 * states it. Its rate shows whether it really did, or only writes our amount differently.
 * @param byRate the result divided by the rate that the service states; NaN if it states none
 */
function convertedAmount({ query }: Row, asked: number, byRate: number): number {
  const repeated = isRecord(query) ? query.amount : undefined;
  if (typeof repeated !== 'number' || !(repeated > 0)) return asked;
  const distance = (amount: number): number => Math.abs(Math.log(byRate / amount));
  return distance(asked) < distance(repeated) ? asked : repeated;
}

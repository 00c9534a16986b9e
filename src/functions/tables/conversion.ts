import { type Area } from '../../api/interface/operation';
import { parameterOf } from '../../api/operations';
import { readsOf } from '../../api/reads';
import { ServiceError } from '../../api/service-error';
import type { Call } from '../../core/call';
import type { Column, Row } from '../../core/columns';
import { CellError, notAvailable } from '../../core/errors';
import { isRecord } from '../../core/is-record';
import { finerDecimals } from '../../core/prices';
import { fieldCell } from '../../core/table';
import type { MaybePromise } from '../../core/maybe-promise';
import type { Context } from '../define';
import { lookUpEach, whenReady } from './look-up-each';

interface Conversion {
  readonly area: Extract<Area, 'currencies' | 'crypto'>;
  /** Upper-case codes. */
  readonly from: string;
  readonly to: string;
  /** Above 0. */
  readonly amount: number;
  /** Decimals of the result; undefined for as many as needed. */
  readonly precision: number | undefined;
}

const RESULT: Column = { name: 'result', kind: 'number', nullable: false };

/**
 * The amount in the other currency. The service's own result is used if it has five significant digits. Otherwise the
 * amount is multiplied with the service's rate, which is requested again with more decimals if it has too few digits as
 * well. Amounts below the service's minimum are also converted at the rate, and those of a service that knows the
 * amount by another name and converts one of its own. Throws a CellError if there is no result.
 */
export function convertAmount(conversion: Conversion, context: Context, call: Call): MaybePromise<number> {
  const { area, amount, precision } = conversion;
  const isTaken = amount >= parameterOf(operationOf(area), 'amount').min!;
  const inFull = (): MaybePromise<number> =>
    convertInFull(conversion, isTaken ? amount : 1, learnedBy(context).get(pairOf(conversion)), context, call);
  return isTaken && precision !== undefined
    ? whenReady(ask(conversion, amount, precision, context, call), (row) =>
        isOf(amount, row) ? resultOf(row) : inFull(),
      )
    : inFull();
}

/**
 * The decimals that a pair needs, once its rate was found to have too few: later amounts are asked with them at once.
 * Undefined for a pair of whose rate the service has no more.
 */
const learnedBy = ({ client }: Context): Map<string, number | undefined> =>
  client.resource('decimals of conversions', () => new Map<string, number | undefined>());

const pairOf = ({ area, from, to }: Conversion): string => `${area} ${from} ${to}`;

const operationOf = (area: Conversion['area']): string => `GET /${area}/convert/{from}/{to}`;

/** @param sentAmount the amount sent to the service: the original one, or a larger one if that is below the minimum */
function convertInFull(
  conversion: Conversion,
  sentAmount: number,
  decimals: number | undefined,
  context: Context,
  call: Call,
): MaybePromise<number> {
  const { area, amount, precision } = conversion;
  return whenReady(ask(conversion, sentAmount, decimals, context, call), (row) => {
    const received = decimals ?? Number(parameterOf(`GET /${area}/quote`, 'precision').default);
    const result = resultOf(row);
    if (sentAmount === amount && isOf(amount, row) && finerDecimals([result], received) === undefined)
      return rounded(result, precision);
    const rate = rateOf(row) ?? result / sentAmount;
    const finer = finerDecimals([rate], received);
    const atRate = rounded(rate * amount, precision);
    const [learned, pair] = [learnedBy(context), pairOf(conversion)];
    const isCoarse = learned.has(pair) && learned.get(pair) === undefined;
    if (finer === undefined || isCoarse) return atRate;
    return lookUpEach(
      [finer],
      (more) => convertInFull(conversion, sentAmount, more, context, call),
      ([inFull = atRate]) => {
        if (!(inFull instanceof CellError)) {
          learned.set(pair, Math.max(finer, learned.get(pair) ?? 0));
          return inFull;
        }
        // A service that refuses that many decimals has no better rate than this.
        if (inFull instanceof ServiceError && inFull.isRefusal) {
          learned.set(pair, undefined);
          return atRate;
        }
        throw inFull;
      },
    );
  });
}

function ask(
  { area, from, to }: Conversion,
  amount: number,
  precision: number | undefined,
  context: Context,
  call: Call,
): MaybePromise<Row> {
  return lookUpEach(
    [{ values: { from, to, amount, precision } }],
    (question) => readsOf(context.client, operationOf(area)).read(question, call),
    ([answer]) => {
      if (!(answer instanceof CellError)) return answer?.rows[0] ?? {};
      if (!(answer instanceof ServiceError) || answer.status !== 404) throw answer;
      throw notAvailable(`"${from}" to "${to}" cannot be converted in ${area}: check the codes and the area`, answer);
    },
  );
}

/** The result and the rate are rounded, each by itself. */
const TOLERANCE = 1e-3;

/** False if the result is that of another amount, according to the rate and the amount in the answer. */
function isOf(amount: number, row: Row): boolean {
  const rate = rateOf(row);
  const converted = isRecord(row.query) ? row.query.amount : undefined;
  if (rate === undefined || typeof converted !== 'number') return true;
  const result = resultOf(row);
  const isAbout = (one: number): boolean => Math.abs(result - one * rate) <= TOLERANCE * Math.abs(result);
  return isAbout(amount) || !isAbout(converted);
}

function resultOf(row: Row): number {
  const cell = fieldCell(row.result, RESULT, { zone: 'utc', dateSystem: '1900' });
  if (cell instanceof CellError) throw cell;
  return cell as number;
}

function rateOf({ info }: Row): number | undefined {
  const rate = isRecord(info) ? info.rate : undefined;
  return typeof rate === 'number' && Number.isFinite(rate) ? rate : undefined;
}

const SIGNIFICANT = 15;

/** Removes the rounding noise of the multiplication. */
const rounded = (value: number, precision: number | undefined): number =>
  Number(precision === undefined ? value.toPrecision(SIGNIFICANT) : value.toFixed(precision));

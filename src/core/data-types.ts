import { CellError, type ErrorCode } from './errors';
import { AMERICAN } from './names/symbol-parts';

/** A cell's value without its data type. Null if it is omitted, empty or means nothing in a formula. */
export type BasicValue = number | string | boolean | CellError | null;

interface DataType {
  readonly type?: string;
  readonly basicType?: string;
  readonly basicValue?: unknown;
  readonly code?: string;
  readonly message?: string;
  /** Named properties of Excel's own Stocks or Currencies data types, or of another provider's. */
  readonly properties?: Readonly<Record<string, DataType | undefined>>;
  readonly text?: string;
}

/** What a data type stands for: a number, a text, an error, or the symbol of an entity. */
export function basicOf(value: DataType): BasicValue {
  if (value instanceof CellError) return value;
  const { basicValue } = value;
  const isEntity = value.type === 'LinkedEntity' || value.type === 'Entity';
  if (isEntity && basicValue === '#VALUE!') return symbolIn(value);
  if (value.type === 'Error' || value.basicType === 'Error') return new CellError(basicValue as ErrorCode);
  if (typeof value.code === 'string' && value.code.startsWith('#'))
    return new CellError(value.code as ErrorCode, value.message);
  return ['string', 'number', 'boolean'].includes(typeof basicValue) ? (basicValue as BasicValue) : null;
}

/** The property names under which Excel's Stocks and Currencies data types keep a symbol. */
const TICKERS = ['Ticker symbol', 'Ticker', 'ticker'];
/** Its exchange's MIC. */
const EXCHANGES = ['Exchange abbreviation'];
const PAIRS = ['Instrument', 'Pair', 'pair'];
const CURRENCIES = [
  ['From currency', 'from'],
  ['Currency', 'to'],
] as const;

/** The symbol of an entity: a stock's ticker, or both currencies of a pair. Its basic value, #VALUE!, says nothing. */
function symbolIn({ properties = {}, text }: DataType): BasicValue {
  const read = (names: readonly string[]): string | undefined =>
    names
      .map((name) => properties[name]?.basicValue)
      .find((value): value is string => typeof value === 'string' && value.trim() !== '');
  const pair = (read(PAIRS) ?? '').replace(/[^A-Za-z]/g, '');
  if (/^[A-Za-z]{6}$/.test(pair)) return pair;
  const shown = /^(?:.*\()?([A-Za-z]{3}\/[A-Za-z]{3}|[A-Z]{4}:[\w.-]+)\)?$/.exec(text ?? '')?.[1] ?? '';
  const [shownMic, shownTicker] = shown.split(':');
  const ticker = read(TICKERS) ?? shownTicker;
  if (ticker !== undefined) {
    const mic = read(EXCHANGES) ?? (shownTicker === undefined ? undefined : shownMic);
    return `${mic === undefined || AMERICAN.test(mic) ? 'stocks' : mic}:${ticker}`;
  }
  const currencies = CURRENCIES.map((names) => read(names) ?? '');
  if (currencies.every((code) => /^[A-Za-z]{3}$/.test(code))) return currencies.join('');
  if (shown !== '') return shown.replace('/', '');
  return new CellError(
    '#VALUE!',
    `The data type${text === undefined ? '' : ` "${text}"`} has no ticker and no pair of currencies: give the symbol as a text`,
  );
}

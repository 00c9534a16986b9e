import { type CellError, notAvailable, FixableError } from '../core/errors';
import { misspeltSymbols } from '../core/names/misspelt-symbols';
import { symbolMeant, bareShare, isSmallUnitPair, pairWith, possibleSymbols } from '../core/names/symbol-notations';
import type { Call } from '../core/call';
import { type Area, AREAS } from './interface/operation';
import { quotesOf } from './interface/quote-rows';
import type { Ask } from './lookup/ask';
import { askInLists, ListHistory, ownerIn } from './lookup/lists';
import { type LookupContext, type LookupHolder, Lookup } from './lookup/lookup';
import { mayBeAnother } from './listing';
import { ServiceError } from './service-error';
import type { Spending } from './spending';
import type { Transport } from './transport/transport';
import type { UnknownSymbolError } from './quotes';
import { SECONDS_PER_DAY } from '../core/calendar/dates';

/** A possible meaning of an unknown symbol: its name and area in the service. */
interface FoundSymbol {
  /** Several names with commas between them, if they came from one text. */
  readonly symbol: string;
  readonly area: Area;
  readonly isMisspelt?: boolean;
}

type Existence = Lookup<string, { readonly exists: boolean }>;

/** A sheet full of words must not cause a request for each of them in each area. */
const MAX_CONCURRENT = 20;
/** A few names are sent before waiting lists. More names wait for their turn, so that they delay no lists. */
const MAX_URGENT = 3;

/**
 * Looks for unknown symbols in the other areas, and for what they may mean. Results are kept for a day, so that a wrong
 * symbol costs at most one list in each other area.
 */
class SymbolFinder {
  #searching = 0;

  constructor(private readonly client: LookupHolder) {}

  /** Undefined if no area has it, or if the search failed. */
  async find(text: string, unknownIn: Area, call: Call): Promise<FoundSymbol | undefined> {
    const meant = symbolMeant(text);
    // The cell may have been cancelled while this code was loading.
    if (call.cancellation.isCancelled || (!meant && this.#searching >= MAX_CONCURRENT)) return undefined;
    this.#searching++;
    try {
      const candidates: readonly FoundSymbol[] = [
        ...(meant ? [meant] : AREAS.filter((area) => area !== unknownIn).map((area) => ({ symbol: text, area }))),
        ...possibleSymbols(text),
        ...misspeltSymbols(text).map((one) => ({ ...one, isMisspelt: true })),
      ];
      const [list, ...exist] = await Promise.all([
        meant ? undefined : this.#listIn(text, unknownIn, call),
        ...candidates.map(({ symbol, area }) => this.#exists(symbol, area, call)),
      ]);
      return list ?? candidates.find((_, index) => exist[index]);
    } finally {
      this.#searching--;
    }
  }

  /** "EURUSD GBPUSD", if the area has each of them. */
  async #listIn(text: string, area: Area, call: Call): Promise<FoundSymbol | undefined> {
    const names = text.split(/\s+/);
    const isList =
      names.length > 1 && (await Promise.all(names.map((name) => this.#exists(name, area, call)))).every(Boolean);
    return isList ? { symbol: names.join(), area } : undefined;
  }

  #exists = (symbol: string, area: Area, call: Call): Promise<boolean> =>
    Promise.resolve(this.#existence(area).read(symbol, call)).then(
      ({ exists }) => exists,
      () => false,
    );

  #existence = (area: Area): Existence =>
    this.client.lookup(`exists in ${area}`, (transport, context) =>
      createExistenceLookup(area, transport, context, () => this.#searching <= MAX_URGENT),
    );
}

/** Whether an area quotes a symbol. Source: GET /{area}/quotes. */
function createExistenceLookup(
  area: Area,
  transport: Transport,
  context: LookupContext,
  isUrgent: () => boolean,
): Existence {
  const operation = quotesOf(area);
  const history = new ListHistory();
  return new Lookup(
    {
      keyOf: (symbol: string) => symbol,
      freshSeconds: SECONDS_PER_DAY,
      maxAnswers: 2_000,
      ask: (pending) =>
        askInLists(pending, {
          history,
          parameter: operation.batchBy,
          nameOf: (symbol: string) => symbol,
          maxLength: transport.maxListLength(operation),
          send: async (symbols, signal, options) => {
            // The cell has already waited for a turn once.
            const priority = isUrgent() ? 'follow-up' : 'foreground';
            return (await transport.send(operation, { symbols }, signal, { ...options, priority })).rows;
          },
          ownerOf: ownerIn('symbol'),
        }).map(async (rows) => {
          try {
            return { exists: (await rows).length > 0 };
          } catch (error) {
            if (error instanceof ServiceError && error.isRefusal) return { exists: false };
            throw error;
          }
        }),
    },
    context,
  );
}

/** The same error, or a more helpful one. The requests of the search count for its formula. */
export async function adviseOn(
  error: UnknownSymbolError,
  { question, cancellation, callers: [caller] }: Ask<string>,
  client: LookupHolder,
  spending: Spending | undefined,
): Promise<CellError> {
  const finder = client.resource('symbol finder', () => new SymbolFinder(client));
  const call = { isPreview: false, cancellation, allowance: spending?.allowanceOf(caller!) };
  return withAdvice(error, await finder.find(question, error.area, call)) ?? error;
}

const KINDS: Readonly<Partial<Record<Area, string>>> = {
  currencies: 'a currency pair',
  crypto: 'a cryptocurrency',
  indices: 'an index',
  stocks: 'a stock',
  commodities: 'a commodity',
};

/** The same error, with what to write instead, or what to do if nothing was found; undefined if that is not known. */
function withAdvice(
  { symbol, area, cause }: UnknownSymbolError,
  match: FoundSymbol | undefined,
): CellError | undefined {
  if (match === undefined && isSmallUnitPair(symbol))
    return notAvailable(
      `"${symbol}" means pence or cents, which the service does not quote: write GBP, ZAR, ILS or USD, or use MD.CONVERT`,
      cause,
    );
  const share = bareShare(symbol);
  if (share !== undefined && match?.symbol === share) return mayBeAnother(symbol, share, cause);
  if (share !== undefined && match === undefined)
    return notAvailable(
      `"${symbol}" names an exchange, which symbols do not have here: search for the company's name in the MD pane`,
      cause,
    );
  // "USDUSD"
  const pair = pairWith(symbol.replace(/^(...)\W?\1$/, '$1'));
  if (match === undefined && area === 'currencies' && pair !== undefined)
    return notAvailable(`"${symbol}" is one currency: write a pair of two, such as "${pair}"`, cause);
  if (match === undefined) return undefined;
  const names = match.symbol.split(',');
  const withArea = names.map((name) => `${match.area}:${name}`).join();
  // It is unknown here whether the area was a prefix or an argument. With its area the suggestion is right in both
  // cases.
  const written = match.area === 'currencies' && match.area === area ? match.symbol : withArea;
  const [what, to] =
    names.length > 1
      ? [`${names.length} symbols in one text`, written]
      : [
          match.isMisspelt ? TYPING_ERROR : (KINDS[match.area] ?? `a symbol of ${match.area}`),
          match.area === area ? match.symbol : withArea,
        ];
  return isInstead(symbol, what, written, to, cause);
}

/** The error for a symbol of an area that is probably misspelt; undefined if none that is known here is near. */
export function misspeltIn(area: Area, symbol: string, cause?: unknown): CellError | undefined {
  const meant = misspeltSymbols(symbol).find((one) => one.area === area)?.symbol;
  return meant === undefined ? undefined : isInstead(symbol, TYPING_ERROR, meant, meant, cause);
}

const TYPING_ERROR = 'probably a typing error';

const isInstead = (symbol: string, what: string, written: string, to: string, cause: unknown): CellError =>
  new FixableError(
    '#N/A',
    `"${symbol}" is ${what}: write "${written}"`,
    { parameter: undefined, from: symbol, to },
    { cause },
  );

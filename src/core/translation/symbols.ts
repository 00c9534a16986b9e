import { exchangeOfIndex } from '../names/index-exchanges';
import { micMeant } from '../names/colloquial-names';
import { BEFORE_DOLLAR, type MeantSymbol, symbolMeant } from '../names/symbol-notations';
import { symbolParts } from '../names/symbol-parts';
import { type Given, listedIn, literalOf, textLiteral, Untranslatable, writtenOf } from './given';
import type { Vendor } from './vendors';

/** Our symbol as written in a formula; the area is absent if it is unknown. */
export interface OwnSymbol {
  readonly written: string;
  readonly area?: MeantSymbol['area'] | undefined;
  /** Whether the symbol includes its area, or its exchange. */
  readonly hasArea?: boolean;
}

const METAL_IN_DOLLARS = /^X(?:A[UG]|P[TD])USD$/;
const METAL = /^(X(?:A[UG]|P[TD]))(?:=| (?:[A-Z0-9]{3,4} )?CURNCY)$/;

/** "GBp Curncy", "ZAr=", "CURRENCY:GBXUSD": a hundredth of the currency, which the service does not quote. */
const HUNDREDTH =
  /^(?:[A-Z]{3})?[A-Z]{2}[a-z](?:[A-Z]{3})?(?: .*)?(?:=| Curncy)$|^CURRENCY:(?:[A-Z]{3})?(?:GBX|ZAC|ILA)/;

/** "EURUSD WMCO Curncy": the rate of one moment of the day. "CURRENCY:EUREUR": none. */
const NO_LAST_RATE = / (?:WMCO|BFIX|BVAL|ECB) CURNCY|\b([A-Z]{3})\1\b/;

/** "SPX", "XCBO:SPX" where shares are bare too. CAC or SMI alone is a share in New York. */
const INDEX_AMONG_SHARES = /^(?:XCBO:)?(SPX|NDX|DJI|RUT|VIX|UKX)$/;

/** The meaning of a symbol; a share listed abroad keeps its exchange. */
function meantBy(text: string, vendor: Vendor): MeantSymbol | undefined {
  const name = text.trim().toUpperCase().replaceAll(/\s+/g, ' ');
  if (HUNDREDTH.test(text.trim()) || NO_LAST_RATE.test(name)) return undefined;
  // DAX alone is a fund in New York as well.
  if (vendor.hasBareShares === true && name === 'DAX') return undefined;
  // Futures and rates are no indices, though terminals call them so.
  const code = name.replace(' INDEX', '');
  if (/\d.* INDEX$/.test(name) && !exchangeOfIndex(code)) return undefined;
  const metal = METAL.exec(name)?.[1];
  if (metal !== undefined) return { symbol: `${metal}USD`, area: 'commodities' };
  const ownIndex = vendor.hasBareShares === true ? INDEX_AMONG_SHARES.exec(name)?.[1] : undefined;
  if (ownIndex !== undefined) return { symbol: ownIndex, area: 'indices' };
  const [, prefix, listed] = /^([A-Z]+):([A-Z0-9.-]+)$/.exec(name) ?? [];
  if (prefix !== undefined && !/^(?:CURRENCY|INDEX[A-Z]*|FX.*)$/.test(prefix)) {
    const own = symbolMeant(name);
    if (own) return own;
    const mic = vendor.mics[prefix] ?? symbolParts(name).mic ?? micMeant(prefix);
    return mic === undefined ? undefined : { symbol: `${mic}:${listed!}`, area: 'stocks' };
  }
  const [, share, country] =
    /^(?:\/TICKER\/)?(\w+\/?\w?) ([A-Z]{2})(?: EQUITY)?$/.exec(name) ??
    /^([A-Z0-9]+)[.-]([A-Z]{1,2})$/.exec(name) ??
    [];
  const mic = vendor.mics[country!];
  // BP/ LN is BP, and BT/A LN is BT.A.
  if (mic !== undefined) return { symbol: `${mic}:${share!.replace(/\/$/, '').replace('/', '.')}`, area: 'stocks' };
  const meant =
    symbolMeant(text) ??
    (/^[A-Z0-9]{5,}$/.test(name) ? symbolMeant(`${name.slice(0, -3)}/${name.slice(-3)}`) : undefined) ??
    (vendor.hasBareShares === true && /^[A-Z]{1,5}(?:\.[A-Z])?$/.test(name)
      ? { symbol: name, area: 'stocks' as const }
      : undefined);
  return meant && METAL_IN_DOLLARS.test(meant.symbol) ? { ...meant, area: 'commodities' } : meant;
}

/** Placeholders for one or two unknown cells: the texts around them show the kind of symbol. */
const [EXAMPLES, TWO_EXAMPLES] = [
  ['EURUSD', 'EUR', 'USD', 'AAPL', 'SPX'],
  ['EUR', 'USD'],
] as const;

export function symbolIn(given: Given, vendor: Vendor): OwnSymbol {
  const literal = literalOf(given);
  if (literal !== undefined) return ownSymbols(listedIn(literal), vendor);
  const unknown = given.filter(({ literal: own, values = [] }) => own === undefined && values.length === 0);
  const isKnown = unknown.length === 0;
  if (unknown.some(({ written }) => HAS_NOTATION.test(written))) throw new Untranslatable('inCell', writtenOf(given));
  if (given.length === 1 && !isKnown) return { written: writtenOf(given) };
  const choices = given.map((piece): readonly string[] => {
    if (piece.literal !== undefined) return [String(piece.literal)];
    const index = unknown.indexOf(piece);
    if (index < 0) return piece.values!.map(String);
    return unknown.length === 1 ? EXAMPLES : TWO_EXAMPLES.slice(index, index + 1);
  });
  const texts = productOf(choices);
  if (!isKnown) {
    const fitting = texts.map((some) => shapeOf(given, some, vendor, false)).find((one) => one !== undefined);
    if (fitting) return fitting;
    throw new Untranslatable('inCell', writtenOf(given));
  }
  const shapes = texts.map((some) => shapeOf(given, some, vendor, true));
  const wrong = shapes.indexOf(undefined);
  if (wrong >= 0) throw new Untranslatable('noSymbol', texts[wrong]!.join(''));
  const [first, ...others] = shapes as [OwnSymbol, ...OwnSymbol[]];
  if (others.some(({ written, area }) => written !== first.written || area !== first.area))
    throw new Untranslatable('inCell', writtenOf(given));
  return first;
}

/** An expression with texts in another notation, such as IF(A1,"EUR Curncy","GBP Curncy"). */
const HAS_NOTATION = /(?: (?:curncy|index|equity)|"[A-Z]+=)"|"currency:/i;

const MAX_TEXTS = 20_000;

const productOf = (choices: readonly (readonly string[])[]): string[][] =>
  choices.reduce<string[][]>(
    (all, some) => all.flatMap((one) => some.map((text) => [...one, text])).slice(0, MAX_TEXTS),
    [[]],
  );

function ownSymbols(names: readonly string[], vendor: Vendor): OwnSymbol {
  const all = names.map((name) => {
    const meant = meantBy(name, vendor);
    if (!meant) throw new Untranslatable('noSymbol', name);
    return meant;
  });
  const [first] = all;
  if (!first) throw new Untranslatable('unfinished', '');
  const hasArea = all.every(({ symbol }) => symbol.includes(':'));
  if (all.every(({ area }) => area === first.area))
    return { written: textLiteral(all.map(({ symbol }) => symbol).join()), area: first.area, hasArea };
  return {
    written: textLiteral(all.map(({ symbol, area }) => (symbol.includes(':') ? symbol : `${area}:${symbol}`)).join()),
  };
}

/**
 * The pieces without what the other product's notation adds to a symbol: A2&" US Equity" is A2, and a cell with "SPX
 * Index" is SUBSTITUTE(A2," Index",""), so that it may still change. Undefined if the symbol is not in the texts.
 * @param texts of each piece
 * @param areCells whether these are the cells' contents, not only examples
 */
function shapeOf(given: Given, texts: readonly string[], vendor: Vendor, areCells: boolean): OwnSymbol | undefined {
  const text = texts.join('');
  const meant = meantBy(text, vendor);
  if (!meant) return undefined;
  const { symbol, area } = meant;
  if (isOurs(text)) return { written: writtenOf(given), area, hasArea: text.includes(':') };
  for (const [head, middle, tail] of [
    ['', symbol, ''],
    ['', symbol.replace(/USD$/, ''), 'USD'],
    ['USD', symbol.replace(/^USD/, ''), ''],
  ] as const) {
    const start = text.toUpperCase().indexOf(middle);
    if (head + middle + tail !== symbol || start < 0) continue;
    const kept = cutPieces(given, texts, start, start + middle.length, areCells)?.join('&');
    // A cell beside the symbol may change: "Equity" in A2&" "&B1 is taken out of the joined text.
    if (kept === undefined)
      return areCells && given.length > 1 ? shapeOf([{ written: writtenOf(given) }], [text], vendor, true) : undefined;
    const isTurned = ['EUR', 'JPY'].some(
      (code) => meantBy(text.toUpperCase().replace(middle, code), vendor)?.symbol !== head + code + tail,
    );
    if (head !== tail && isTurned) return { written: againstDollar(kept), area };
    return { written: `${head && '"USD"&'}${kept}${tail && '&"USD"'}`, area };
  }
  // A symbol that shares no letters with ours, such as "INDU Index".
  return areCells && given.length === 1
    ? { written: `SUBSTITUTE(${given[0]!.written},${textLiteral(text)},${textLiteral(symbol)})`, area }
    : undefined;
}

/**
 * The pair for a currency that may change: "EUR Curncy" is the euro in dollars, "JPY Curncy" the dollar in yen.
 * @param code as written in the formula
 */
function againstDollar(code: string): string {
  const pairOf = (name: string): string =>
    `IF(ISNUMBER(MATCH(${name},{"${BEFORE_DOLLAR.join('","')}"},0)),${name}&"USD","USD"&${name})`;
  return code.includes('(') ? `LET(code,${code},${pairOf('code')})` : pairOf(code);
}

/** Notations that our own functions read: EUR/USD, XNAS:AAPL. */
const isOurs = (text: string): boolean => {
  const { area, symbol, mic } = symbolParts(text);
  return mic !== undefined || area === 'stocks' || /^[A-Z]{3}\/[A-Z]{3}$/i.test(text.trim()) ? symbol !== '' : false;
};

/** The pieces from `start` to `end` of their joined texts. */
function cutPieces(
  given: Given,
  texts: readonly string[],
  start: number,
  end: number,
  areCells: boolean,
): string[] | undefined {
  const kept: string[] = [];
  let offset = 0;
  for (const [index, piece] of given.entries()) {
    const text = texts[index]!;
    const [from, to] = [Math.max(0, start - offset), Math.min(text.length, end - offset)];
    offset += text.length;
    if (piece.literal !== undefined) {
      if (to > from) kept.push(textLiteral(text.slice(from, to)));
      continue;
    }
    if (to <= from) return undefined;
    let { written } = piece;
    for (const extra of [text.slice(0, from), text.slice(to)]) {
      if (extra === '') continue;
      if (!areCells || text.split(extra).length !== 2) return undefined;
      written = `SUBSTITUTE(${written},${textLiteral(extra)},"")`;
    }
    kept.push(written);
  }
  return kept;
}

import { byName } from '../../core/basics';

/** What other products write around a symbol of the United States, an index or a currency; $AAPL, .SPX. */
const NOTATION =
  /\s+u[snqwap]\s+equity$|(?<!\s[a-z]{2})\s+equity$|\s+(?:index|curncy|comdty)$|(?<=^[a-z]+)(?:\.(?:o|oq|n|k|us)|:us|-us)$|=x?$|^(?:nasdaq|nyse|nysearca|amex|xnas|xnys)\s*:\s*|^[$.^](?=[a-z])/i;

/** Words for what is wanted of an instrument, in the languages of the pane. */
const WANTED =
  /^(?:(?:stock|share|price|quote|ticker|symbol|value|equitie|rate)s?|of|the|for|current|today|live|latest|kurs|wechselkurs|aktie|aktienkurs|preis|to|in|vs|and|und|en|et|y|change|taux|tipo|cambio|cours|prix|actions?|de|du|d[eu]l?|l['’]action|precio|acci[oó]n|acciones|cotizaci[oó]n|株価|価格|の|股价|价格|行情)$/i;

/** Commodities and currencies as people call them, by what the service calls them. */
const COMMON_NAMES = byName(
  'gold: or oro 黄金 金; silver: argent silber plata 白银 銀; oil: pétrole petróleo öl rohöl 原油; ' +
    'dollar: dólar 米ドル ドル 美元; euro: ユーロ 欧元; yen: 円 日元; pound: pfund livre libra ポンド 英镑; ' +
    'swiss: schweizer suisse suizo スイス 瑞士; franc: franken franco フラン 法郎',
);
/** Words without spaces between them. Interest, 金利, and a fund, 基金, are no gold, and a bank, 銀行, no silver. */
const UNSPACED_NAMES = new RegExp(
  Object.keys(COMMON_NAMES)
    .filter((name) => /[^\x00-\xff]/.test(name))
    .map((name) => (/^[金銀]$/.test(name) ? `(?<!\\p{L})${name}(?=$|\\s|の|価|价)` : name))
    .join('|'),
  'gu',
);

/** "l'or", "Goldpreis" */
function commonName(word: string): string {
  const name = word.replace(/(?<=..)(?:preis|kurs)$/i, '');
  // In capitals it is a symbol: OR is L'Oréal.
  return /^[A-Z]+$/.test(word) ? word : (COMMON_NAMES[name.toLowerCase().replace(/^[ld]['’]/, '')] ?? name);
}

/** The instrument in "apple stock price", "AAPL US Equity", "NASDAQ:AAPL": the query without what is said around it. */
export function instrumentIn(query: string): string {
  // Not of a stock exchange.
  const plain = query
    .trim()
    .replace(NOTATION, '')
    .replace(/\bexchange (?=rate)/i, '')
    .replace(UNSPACED_NAMES, ' $& ')
    .trim();
  const named = plain.split(/\s+/).filter((word) => !WANTED.test(word));
  return named.length === 0 ? query : named.map(commonName).join(' ');
}

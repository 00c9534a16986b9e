import { explain } from './help/explain';
import { quote } from './quote';
import { AREA, HEADERS, LIST_OF_AREAS, fieldsIn, withinOthers } from './parameters/shared.help';

export const quoteHelp = explain(quote, {
  summary: `Last quotes of ${LIST_OF_AREAS}.`,
  returns:
    'One row per symbol of a column, one column per symbol of a row, a block of the same shape for a block. ' +
    'Prices as the service quotes them; timestamp as a date and time in UTC. Where the setting for properties is on, ' +
    'a single quote has a card, and =A1.bid, =A1.ask, =A1.mid, =A1.spread, =A1.asOf, =A1.symbol and =A1.source give ' +
    'what is in it. An exchange may stand before a stock: ' +
    '"XNAS:AAPL". One outside the United States is accepted only if the service has the stock in its country, since ' +
    'the same letters may be another company there.',
  parameters: {
    symbols: 'Symbols: one, several separated by commas, or a range. A symbol may carry its area: "stocks:AAPL"',
    fields: fieldsIn,
    area: AREA,
    precision: 'Decimals of the prices, 0 to 15; if omitted, the service rounds, and may round bids down and asks up',
    headers: HEADERS,
  },
  examples: [
    { formula: '=MD.QUOTE("EURUSD")', gives: 'the mid price of one euro in US dollars' },
    { formula: '=MD.QUOTE("EURUSD,GBPUSD,USDJPY","bid,ask")', gives: 'bid and ask of three pairs, a row each' },
    { formula: '=MD.QUOTE("stocks:AAPL","all",,,TRUE)', gives: 'every field of a stock quote under its name' },
  ],
  sections: [withinOthers('=MAP(A2:A9,LAMBDA(s,IF(s="","",MD.QUOTE(s))))', 'a price for each symbol, blanks left out')],
  seeAlso: ['LIVE', 'CONVERT', 'SYMBOLS', 'TICKS'],
  searchWords: {
    en:
      'price, fx, forex, exchange rate, spot, bid, ask, mid, last price, share price, rate, spread, crypto, ' +
      'bitcoin, gold, oil',
    de:
      'Kurs, Kurse, Preis, Wechselkurs, Devisenkurs, Devisen, Währungspaar, Kassakurs, Geldkurs, Briefkurs, ' +
      'Mittelkurs, letzter Kurs, Aktienkurs, Aktie, Kryptowährung, Rohstoffe, Gold, Silber, Öl, Rohöl, Spanne',
    fr:
      'cours, prix, cotation, taux de change, cours de change, devises, paire de devises, comptant, cours ' +
      'acheteur, cours vendeur, achat, vente, dernier cours, cours de bourse, action, cryptomonnaie, matières ' +
      'premières, or, pétrole',
    es:
      'cotización, precio, tipo de cambio, tasa de cambio, divisas, par de divisas, contado, precio de compra, ' +
      'precio de venta, compra, venta, último precio, acción, acciones, criptomoneda, materias primas, oro, ' +
      'petróleo',
    ja: '株価, 価格, 時価, 相場, 為替, 為替レート, 為替相場, 外国為替, 通貨ペア, 買値, 売値, 仲値, 気配値, 現在値, 暗号資産, 仮想通貨, コモディティ, 金, 原油',
    zh: '报价, 行情, 价格, 汇率, 外汇, 货币对, 即期, 股价, 最新价, 买价, 卖价, 中间价, 加密货币, 比特币, 大宗商品, 黄金, 原油',
  },
});

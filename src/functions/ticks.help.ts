import { explain } from './help/explain';
import { ticks } from './ticks';
import { FIELDS, HEADERS } from './parameters/shared.help';

export const ticksHelp = explain(ticks, {
  summary: 'Historical ticks of an index, or bars of them.',
  returns:
    'A table of one row per tick, oldest first: time (UTC), ask, bid, mid. For a longer interval, one row per bar ' +
    'that has ticks: time (its start), open, high, low, close of the mid price, count of ticks. Several indices ' +
    'stand side by side behind one column of times, each with its close unless fields say more. Days and weeks ' +
    'are those of UTC; for an index of Sydney or New Zealand they begin at noon UTC the day before, so that they hold ' +
    'its sessions whole. A session is that of the exchange of the index, from its opening to its closing, and of ' +
    'several indices its trading day. Finished days are read once and kept on this computer. Where fields are time, open and close alone, ' +
    'a day, week or session takes a request or two; high, low and count need all its ticks, and hundreds of requests. A formula that would take many requests says how many, and ' +
    'waits until you allow it in the pane.',
  parameters: {
    symbol: 'Symbol of an index, such as SPX; for bars side by side, several with commas between them',
    start: 'Start of the window, in UTC: an Excel date and time, or a text such as "2026-11-19 14:30"',
    end: 'End of the window, in UTC; not included',
    limit: 'Maximum number of rows, from the start of the window; negative for the newest rows instead',
    fields: FIELDS,
    headers: HEADERS,
    interval: {
      text: 'tick, minute, 5 minutes, 15 minutes, 30 minutes, hour, day, week or session',
      words: {
        tick: 'Every tick: time, ask, bid, mid',
        minute: 'Open, high, low, close of mid by the minute',
        '5 minutes': 'Open, high, low, close of mid by five minutes',
        '15 minutes': 'Open, high, low, close of mid by fifteen minutes',
        '30 minutes': 'Open, high, low, close of mid by half an hour',
        hour: 'Open, high, low, close of mid by the hour',
        day: 'Open, high, low, close of mid by the day, in UTC: many requests, but few for the fields time,close',
        week: 'Open, high, low, close of mid by the week, from Monday, in UTC: many requests, but few for time,close',
        session: 'Open, high, low, close of mid by the trading session of its exchange: as many requests as for day',
      },
    },
    fill: {
      text: 'What stands where one of several indices has no bar: empty, or previous',
      words: {
        empty: 'Nothing, where an index has no bar',
        previous: 'The previous close of the index, with a count of 0',
      },
    },
  },
  examples: [
    {
      formula: '=MD.TICKS("SPX","2024-11-11","2024-11-16",,"time,close",TRUE,"day")',
      gives: 'the closes of a week by day',
    },
    {
      formula: '=MD.TICKS("SPX","2024-11-18 14:30","2024-11-18 15:00")',
      gives: 'half an hour of trading, tick by tick',
    },
    { formula: '=MD.TICKS("SPX","2024-11-18","2024-11-19",-1,"mid")', gives: 'the last mid price of a day' },
    {
      formula: '=MD.TICKS("DAX","2024-11-18 08:00","2024-11-18 09:00",,,,"minute")',
      gives: 'open, high, low and close of an hour, minute by minute',
    },
    {
      formula: '=MD.TICKS("SPX,DAX","2024-11-18 14:00","2024-11-18 15:00",,,,"5 minutes","previous")',
      gives: 'the prices of two indices at the end of each five minutes, a gap filled by the one before',
    },
  ],
  sections: [
    () => ({
      title: 'Change since the previous close',
      text:
        'A close is the last price of a session. Reading the newest one or two takes one to four requests, and one for the calendar of ' +
        'the exchange; they are kept, so the quote alone is asked again. Until a session of today is over, it counts as the newest one ' +
        'with a limit of -1: end the window with today. The service has histories of indices alone: for currencies, crypto, ' +
        'stocks and commodities no earlier price can be asked for, so keep one of your own, with a snapshot in the pane.',
      head: ['formula', 'gives'],
      rows: [
        [
          '`=MD.QUOTE("indices:SPX")/MD.TICKS("SPX",TODAY()-7,TODAY(),-1,"close",FALSE,"session")-1`',
          'the change of the quote since the close before today',
        ],
        [
          '`=LET(c,MD.TICKS("SPX",TODAY()-7,TODAY(),-2,"close",FALSE,"session"),INDEX(c,2)/INDEX(c,1)-1)`',
          'the change of the last finished session',
        ],
      ],
    }),
  ],
  seeAlso: ['QUOTE', 'HOURS', 'SYMBOLS'],
  searchWords: {
    en:
      'history, historical, OHLC, candle, candles, bars, intraday, time series, tick, index history, daily, ' +
      'weekly, past prices, chart, volatility, previous close, prev close, change, daily change, change since close',
    de:
      'Historie, historisch, historische Kurse, Kurshistorie, Kerzen, Schlusskurs, Schlusskurse, Zeitreihe, ' +
      'Verlauf, Kursverlauf, Index, täglich, wöchentlich, Volatilität, Vortagesschluss, Vortageskurs, Veränderung',
    fr:
      'historique, cours historiques, chandeliers, cours de clôture, série temporelle, série chronologique, ' +
      'indice, quotidien, hebdomadaire, volatilité, clôture précédente, variation',
    es:
      'historial, histórico, precios históricos, cotizaciones históricas, velas, precio de cierre, serie ' +
      'temporal, índice, diario, semanal, volatilidad, cierre anterior, variación',
    ja: '履歴, 過去, 過去データ, ヒストリカル, 四本値, ローソク足, 終値, 時系列, 指数, 日足, 週足, 分足, ボラティリティ, 前日終値, 前日比',
    zh: '历史, 历史数据, 历史行情, K线, 蜡烛图, 收盘价, 时间序列, 指数, 日线, 周线, 分钟线, 波动率, 昨收, 前收盘价, 涨跌幅',
  },
});

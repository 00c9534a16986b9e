import { explain } from './help/explain';
import { live, MAX_SECONDS } from './live';
import { AREA, HEADERS, fieldsIn } from './parameters/shared.help';

export const liveHelp = explain(live, {
  summary: 'The last quote of one symbol, or of each in a list, kept up to date while the workbook is open.',
  returns:
    'Numbers that change by themselves, in the shape of MD.QUOTE; timestamp is a date and time in UTC. Prices have the ' +
    'decimals of the service, so an amount times MD.LIVE is not exactly MD.CONVERT, whose rate has 15 digits. A list in one ' +
    'formula keeps Excel less busy than a cell for each symbol. All live cells share their requests: ' +
    'the shortest seconds given for a symbol hold for every cell with it. An error is replaced by the next quote; ' +
    'a symbol that the service refuses is requested again after a minute.',
  parameters: {
    symbol: 'Symbols: one, several separated by commas, or a range. A symbol may carry its area: "stocks:AAPL"',
    field: fieldsIn,
    area: AREA,
    seconds: `Seconds from one request to the next, 1 to ${MAX_SECONDS}`,
    headers: HEADERS,
  },
  examples: [
    { formula: '=MD.LIVE("EURUSD")', gives: 'the mid price of one euro in US dollars, every 10 seconds' },
    { formula: '=MD.LIVE("EURUSD,GBPUSD,crypto:BTCUSD","bid,ask")', gives: 'bid and ask of a list, a row each' },
    { formula: '=MD.LIVE("BTCUSD","ask","crypto",2)', gives: 'what a bitcoin costs, every two seconds' },
    {
      formula: '=MD.LIVE("stocks:AAPL","timestamp",,60)',
      gives: 'the time of the last quote of a stock, every minute',
    },
  ],
  seeAlso: ['QUOTE', 'CONVERT', 'STATUS'],
  searchWords: {
    en: 'real time, realtime, real-time, stream, streaming, live, ticking, RTD, push',
    de: 'Echtzeit, Echtzeitkurs, live, laufend, fortlaufend, Datenstrom, Streaming',
    fr: 'temps réel, cours en direct, en direct, en continu, flux',
    es: 'tiempo real, en vivo, en directo, flujo',
    ja: 'リアルタイム, ライブ, ストリーミング, 自動更新',
    zh: '实时, 实时行情, 推送, 流式, 自动更新',
  },
});

import { explain } from './help/explain';
import { markets } from './markets';
import { HEADERS, MICS } from './parameters/shared.help';

export const marketsHelp = explain(markets, {
  summary: 'Details of stock exchanges: name, place, currency, time zone, opening hours.',
  returns:
    'A table of one row per exchange, in the order given: mic, exchange, acronym, lei, url, city, country and so ' +
    'on to open_time, close_time, early_close_time, which are times of day on the clock of the exchange.',
  parameters: {
    mics: MICS,
    fields:
      'Fields to show, in this order, such as "mic,exchange,timezone", or "all"; all of them if omitted. They are ' +
      'the names in the header',
    headers: HEADERS,
  },
  examples: [
    { formula: '=MD.MARKETS("XNYS,XLON")', gives: 'everything known of two exchanges' },
    { formula: '=MD.MARKETS("XTKS","timezone")', gives: 'the time zone of Tokyo, in one cell' },
    {
      formula: '=MD.MARKETS(,"mic,exchange,country,currency_code")',
      gives: 'every exchange with its country and currency',
    },
  ],
  seeAlso: ['STATUS', 'HOURS', 'SYMBOLS'],
  searchWords: {
    en: 'exchange, exchanges, MIC, stock exchange, venue, time zone, country, currency of an exchange, LEI',
    de: 'Börse, Börsen, Boerse, Börsenplatz, Handelsplatz, Zeitzone, Land, Handelswährung',
    fr: 'bourse, bourses, place boursière, place de cotation, marché, fuseau horaire, pays',
    es: 'bolsa, bolsas, mercado, plaza bursátil, plaza, zona horaria, país',
    ja: '取引所, 証券取引所, 市場, 時間帯, タイムゾーン, 国',
    zh: '交易所, 证券交易所, 市场, 时区, 国家',
  },
});

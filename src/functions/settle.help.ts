import { explain, type HelpSection } from './help/explain';
import { DAYS_OF_EXCHANGES, withinOthers } from './parameters/shared.help';
import { MAX_SETTLEMENT_DAYS, settle } from './settle';
import { CYCLES, EUROPE, OWN_SETTLEMENT_DAYS, type OwnSettlementDay } from '../core/calendar/settlement';

export const settleHelp = explain(settle, {
  summary: `The day on which a trade of shares settles, by its market's cycle. ${DAYS_OF_EXCHANGES}`,
  returns:
    'A date, counted in trading days of the exchange but for special sessions: on a Saturday or Sunday on which it ' +
    'trades by way of exception, nothing settles. A trade date on which the exchange is closed stands for its ' +
    'next trading day. The cycles are those of shares, by the country of the exchange: the table below. Days on ' +
    'which an exchange trades while banks are closed, as on Columbus Day in New York, are counted as settlement days, ' +
    'and so are settlement holidays in India on which its exchanges trade. Days on which an exchange is closed although ' +
    'trades settle, as on 24 and 31 December in Frankfurt, are not counted. The service knows neither. ' +
    'The value date of a currency is another day: spot EURUSD is two days of banks after the trade, not one of an ' +
    'exchange. A function inside another waits for one more message of Excel, up to half a second. So let one count ' +
    'from a trading day on: =MD.SETTLE(A2,"XNYS",6) instead of =MD.SETTLE(MD.WORKDAY(A2,5,"XNYS"),"XNYS").',
  parameters: {
    trade_date: 'Date of the trade; the time of day is ignored',
    mic: 'MIC code of the exchange, such as XNYS',
    days: `Days from trade to settlement, 0 to ${MAX_SETTLEMENT_DAYS}; the cycle of the market if omitted`,
  },
  examples: [
    { formula: '=MD.SETTLE(TODAY(),"XNYS")', gives: 'when a trade of today settles in New York' },
    {
      formula: '=MD.SETTLE("2026-11-25","XNYS")',
      gives: '27 November 2026: one day after the trade, Thanksgiving does not count',
    },
    { formula: '=MD.SETTLE("2026-12-23","XLON",1)', gives: 'the next trading day in London, half days included' },
  ],
  sections: [
    settlementCycles,
    withinOthers(
      '=MAP(A2:A9,B2:B9,LAMBDA(day,mic,MD.SETTLE(day,mic)))',
      'a settlement day for each trade and its exchange',
    ),
  ],
  seeAlso: ['WORKDAY', 'NETWORKDAYS', 'MARKETS'],
  searchWords: {
    en: 'settlement, settlement date, value date, T+1, T+2, delivery',
    de: 'Abwicklung, Abwicklungstag, Valuta, Valutatag, Erfüllung, Erfüllungstag, Wertstellung, Lieferung, Settlement',
    fr: 'règlement, règlement-livraison, date de règlement, date de valeur, dénouement',
    es: 'liquidación, fecha de liquidación, fecha valor, entrega contra pago, entrega',
    ja: '受渡日, 受渡, 受け渡し, 決済, 決済日, 約定日',
    zh: '结算, 结算日, 交割, 交割日, 交收, 交收日',
  },
});

/** Whose shares settle in these cycles, and who says so. */
const SOURCES: Readonly<Record<keyof typeof CYCLES, readonly [where: string, source: string]>> = {
  US: ['United States', 'SEC Rule 15c6-1 and its amendments of 2017 and 2023'],
  CA: ['Canada', 'National Instrument 24-101 of the Canadian Securities Administrators'],
  MX: ['Mexico', 'Contraparte Central de Valores de México, change of the cycle in 2024'],
  AR: ['Argentina', 'Comisión Nacional de Valores, change of the cycle in 2024'],
  BR: ['Brazil', 'B3, change of the cycle in 2019'],
  [EUROPE]: [
    'European Union but Spain, Iceland, Liechtenstein, Norway',
    'Regulation (EU) No 909/2014, article 5, and Regulation (EU) 2025/2075',
  ],
  ES: ['Spain', 'Regulation (EU) No 909/2014, article 5, and Regulation (EU) 2025/2075'],
  GB: ['United Kingdom', 'UK Accelerated Settlement Taskforce, implementation plan of February 2025'],
  CH: ['Switzerland', 'Swiss Securities Post-Trade Council, recommendation of January 2025'],
  IL: ['Israel', 'Clearstream, settlement process of Israel'],
  SA: ['Saudi Arabia', 'Edaa, settlement cycle'],
  ZA: ['South Africa', 'Clearstream, change of the cycle in 2016'],
  IN: [
    'India',
    'SEBI circular of 7 September 2021; smaller companies settled a day after the trade from 25 February 2022 on',
  ],
  CN: ['China (A shares)', 'ChinaClear; B shares settle three days after the trade'],
  HK: ['Hong Kong', 'CCASS rules of HKEX'],
  JP: ['Japan', 'Japan Exchange Group, change of the cycle in 2019'],
  KR: ['South Korea', 'KRX business regulation'],
  TW: ['Taiwan', 'Taiwan Stock Exchange, change of the cycle in 2009'],
  SG: ['Singapore', 'SGX, change of the cycle in 2018'],
  TH: ['Thailand', 'Stock Exchange of Thailand, change of the cycle in 2018'],
  MY: ['Malaysia', 'Bursa Malaysia, change of the cycle in 2019'],
  ID: ['Indonesia', 'Indonesia Stock Exchange, change of the cycle in 2018'],
  PH: ['Philippines', 'Philippine Stock Exchange, change of the cycle in 2023'],
  AU: ['Australia', 'ASX, change of the cycle in 2016'],
  NZ: ['New Zealand', 'NZX, change of the cycle in 2016'],
};

function settlementCycles(): HelpSection {
  return {
    title: 'Settlement cycles',
    text:
      'T+1 is the first day of settlement after the trade. A cycle holds for trades from its date on; one of a date to ' +
      `come is decided and not yet in force. ${OWN_SETTLEMENT_DAYS.map(describeOwnDay).join(' ')}`,
    head: ['exchanges in', 'cycle of shares', 'source'],
    rows: Object.entries(SOURCES).map(([countries, [where, source]]) => [
      where,
      CYCLES[countries as keyof typeof CYCLES],
      source,
    ]),
  };
}

const describeOwnDay = ({ mic, from, what, source }: OwnSettlementDay): string =>
  `${mic} from ${from}: ${what} (${source}).`;

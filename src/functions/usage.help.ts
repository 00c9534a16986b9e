import { explain } from './help/explain';
import { MAX_PERIODS, usage } from './usage';
import { HEADERS } from './parameters/shared.help';

export const usageHelp = explain(usage, {
  summary: 'How much of the service your key has used, period by period.',
  returns:
    'A table of one row per period, oldest first as a time series runs, the period now running last: period (its ' +
    'beginning, in UTC), requests, data.request, data.response (as the service counts them).',
  parameters: {
    interval: {
      text: 'Length of a period: 1h or 1d',
      words: { '1h': 'By the hour', '1d': 'By the day, in UTC' },
    },
    limit: `Number of periods, 1 to ${MAX_PERIODS}`,
    headers: HEADERS,
  },
  examples: [
    { formula: '=MD.USAGE()', gives: 'the requests of the last 24 hours, by the hour' },
    { formula: '=MD.USAGE("1d",7)', gives: 'the requests of the last seven days' },
  ],
  seeAlso: ['GET'],
  searchWords: {
    en: 'quota, usage, limit, requests, cost, credits, allowance, plan',
    de: 'Kontingent, Verbrauch, Nutzung, Limit, Anfragen, Abfragen, Kosten, Tarif',
    fr: 'quota, consommation, utilisation, limite, requêtes, coût, forfait',
    es: 'cuota, consumo, uso, límite, solicitudes, peticiones, coste, plan',
    ja: '利用枠, 利用状況, 使用量, 使用状況, 上限, リクエスト, 料金, プラン',
    zh: '配额, 用量, 使用量, 限额, 请求, 费用, 套餐',
  },
});

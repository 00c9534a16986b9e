import type { activity as English } from '../en/activity';
import type { Translated } from '../translation';

export const activity: Translated<typeof English> = {
  title: '動作状況',
  cells: 'セル',
  lookups: '照会',
  hits: 'メモリから',
  requests: '要求',
  errors: 'エラー',
  notes: 'メモ',
  latestRequests: '最近の要求',
  noRequests: 'まだありません。',
  outcome: '{time} · {status} · {ms} ms',
};

import type { activity as English } from '../en/activity';
import type { Translated } from '../translation';

export const activity: Translated<typeof English> = {
  title: '活动',
  cells: '单元格',
  lookups: '查询',
  hits: '来自内存',
  requests: '请求',
  errors: '错误',
  notes: '备注',
  latestRequests: '最近的请求',
  noRequests: '暂无。',
  outcome: '{time} · {status} · {ms} 毫秒',
};

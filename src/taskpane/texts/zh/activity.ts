import type { activity as English } from '../en/activity';
import type { Translated } from '../translation';

export const activity: Translated<typeof English> = {
  title: '活动',
  lastRecalculation: '最近一次重新计算',
  noRecalculation: '打开窗格以来还没有计算过 MD 公式。',
  running: '正在运行…',
  startedAt: '开始于 {time}',
  sinceLoaded: '自加载项加载以来',

  cells: '单元格',
  lookups: '查询',
  questions: '不同查询',
  requests: '请求',
  hits: '来自内存',
  errors: '错误',
  time: '时间',
  seconds: '{seconds} 秒',

  readings: '正在读取',
  reading: '{what}：目前 {count} 行',
  notes: '提示',
  latestRequests: '最近的请求',
  noRequests: '还没有。',
  outcome: '{time} · {status} · {ms} ms',

  network: '无连接',
  timeout: '未及时响应',
  redirect: '已拒绝重定向',
  cancelled: '已取消',

  requestChart: '请求数和响应时间的变化',
  latency: '响应时间（毫秒）',
  atMost: '最多 {most}',
  asTable: '以表格显示',

  usage: '账户用量',
  usageChart: '账户每小时的请求数',
  noKey: '请先在设置中输入 API 密钥。',
  asking: '正在询问服务…',
  used: { other: '最近 {hours} 小时共 {count} 次请求' },
  noUsage: '服务未返回用量。',
  asOf: '截至 {time}',
  refresh: '刷新',
};

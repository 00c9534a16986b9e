import type { values as English } from '../en/values';
import type { Translated } from '../translation';

export const values: Translated<typeof English> = {
  title: '值',
  richValues: '数字格式和属性',
  auto: '自动',
  on: '始终',
  off: '关闭：纯数字',
  richHint: '在电子表格支持时，日期、时间和价格带有格式，单个报价带有 =A1.asOf 等属性。“自动”会省略一次超过 10,000 个报价的属性；“始终”会让这些单元格等待几秒。',
  onFailure: '服务失败时',
  error: '显示错误',
  'last-value': '保留上次的值并标记',
  failureHint: '保留的值来自本次会话，带有时钟和时间（⏱ 12:03），并在下次重新计算时再次请求。在 Excel 中，无论单元格采用何种数字格式，旁边还会显示时钟图标；如果 Excel 不支持此类图标，或数字格式已关闭，则显示错误。',
};

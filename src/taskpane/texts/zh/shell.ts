import type { shell as English } from '../en/shell';
import type { Translated } from '../translation';

export const shell: Translated<typeof English> = {
  notInExcel: '此页面是 MD for Excel 的任务窗格。请在 Excel 中打开：开始 > Market data > Open pane。',

  sections: '分区',
  functions: '函数',
  cells: '单元格',
  activity: '活动',
  models: '模型',
  settings: '设置',

  loading: '正在加载…',
  notLoaded: '无法加载此分区。请检查网络连接。',
  broken: '此分区发生意外错误：{reason}',
  tryAgain: '重试',

  stop: '停止',
  cancel: '取消',
  progress: '{done}/{total}',
  close: '关闭',
};

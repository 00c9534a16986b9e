import type { models as English } from '../en/models';
import type { Translated } from '../translation';

export const models: Translated<typeof English> = {
  title: '示例模型',
  hint: '每个模型都插入为新的工作表。蓝色单元格是输入项，可随意更改。',
  insert: '插入',
  insertOne: '插入{name}',
  inserting: '正在插入{name}…',
  inserted: '已插入为工作表 {sheet}。',
  failed: '未成功：{reason}',
  noKey: '没有 API 密钥时，行情单元格显示 #N/A。请在设置中输入密钥。',

  fx: '外汇观察表',
  fxAbout: '货币对的买价、卖价和中间价，以基点计的点差，相对参考汇率的变动和头寸损益。',
  calendar: '交易日历',
  calendarAbout: '哪些交易所开市，交易在各交易所及全部交易所的结算日，交易时段和节假日。',
  filings: '申报跟踪表',
  filingsAbout: '一组公司的最新申报文件、距今天数和待阅数量。',
  credit: '信用筛查',
  creditAbout: '一组公司的 Piotroski、Altman 和 Beneish 评分与您设定的阈值对比。',
  dcf: 'DCF 表头',
  dcfAbout: '实时价格、评分和日历，五年现金流预测，以及每股价值和敏感性。',
};

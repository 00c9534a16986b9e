import type { settings as English } from '../en/settings';
import type { Translated } from '../translation';

export const settings: Translated<typeof English> = {
  quotesTitle: '报价',
  area: '默认领域',
  areaHint: '公式未指定领域时，函数在此领域中查找。',
  currencies: '货币',
  crypto: '加密货币',
  indices: '指数',
  stocks: '股票',
  commodities: '大宗商品',

  languageTitle: '语言',
  language: '任务窗格的语言',
  languageHint: '函数及其帮助仍为英文。',
  automatic: '与电子表格一致',

  saved: '已保存。正在重新计算单元格。',
  notSaved: '无法保存：{reason}',
};

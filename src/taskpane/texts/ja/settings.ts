import type { settings as English } from '../en/settings';
import type { Translated } from '../translation';

export const settings: Translated<typeof English> = {
  quotesTitle: '相場',
  area: '既定の分野',
  areaHint: '数式で分野が指定されていないときに関数が参照する分野です。',
  currencies: '通貨',
  crypto: '暗号資産',
  indices: '指数',
  stocks: '株式',
  commodities: '商品',

  languageTitle: '言語',
  language: '作業ウィンドウの言語',
  languageHint: '関数とそのヘルプは英語のままです。',
  automatic: '表計算ソフトに合わせる',

  saved: '保存しました。セルを再計算しています。',
  notSaved: '保存できませんでした: {reason}',
};

import type { models as English } from '../en/models';
import type { Translated } from '../translation';

export const models: Translated<typeof English> = {
  title: 'サンプルモデル',
  hint: 'それぞれ新しいシートとして挿入されます。青いセルは入力欄です。自由に変更できます。',
  insert: '挿入',
  insertOne: '{name} を挿入',
  inserting: '{name} を挿入しています…',
  inserted: 'シート {sheet} として挿入しました。',
  failed: 'うまくいきませんでした: {reason}',
  noKey: 'API キーがないと市場データのセルは #N/A になります。設定でキーを入力してください。',

  fx: '為替ウォッチリスト',
  fxAbout: '通貨ペアの買値・売値・仲値、スプレッド (bp)、基準レートからの変動、ポジションの損益。',
  calendar: '取引カレンダー',
  calendarAbout: '開いている取引所、各取引所と全取引所での決済日、取引日と休日。',
  filings: '開示書類トラッカー',
  filingsAbout: '会社一覧の最新の開示書類、その経過日数、未読の件数。',
  credit: '信用スクリーニング',
  creditAbout: '会社一覧の Piotroski、Altman、Beneish スコアを、設定したしきい値と比べます。',
  dcf: 'DCF ヘッダー',
  dcfAbout: '最新の株価・スコア・カレンダーと 5 年間のキャッシュフロー予測、1 株あたりの価値とその感応度。',
};

import type { values as English } from '../en/values';
import type { Translated } from '../translation';

export const values: Translated<typeof English> = {
  title: '値',
  richValues: '表示形式とプロパティ',
  auto: '自動',
  on: '常に',
  off: 'オフ: 数値のみ',
  richHint: 'スプレッドシートが対応していれば、日付、時刻、価格に表示形式が付き、単独の気配値には =A1.asOf などのプロパティが付きます。「自動」では一度に 10,000 件を超える分のプロパティを省き、「常に」ではそのセルが数秒待ちます。',
  onFailure: 'サービスが失敗したとき',
  error: 'エラーを表示',
  'last-value': '最後の値を印付きで残す',
  failureHint: '残される値はこのセッションのものです。時計と時刻（⏱ 12:03）が付き、次の再計算で再び問い合わせます。Excel ではセルの表示形式にかかわらず、横に時計のアイコンも表示します。Excel がそのアイコンを表示できない場合や、表示形式がオフの場合は、エラーを表示します。',
};

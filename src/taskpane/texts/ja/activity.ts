import type { activity as English } from '../en/activity';
import type { Translated } from '../translation';

export const activity: Translated<typeof English> = {
  title: 'アクティビティ',
  lastRecalculation: '直近の再計算',
  noRecalculation: '作業ウィンドウを開いてから MD の数式は計算されていません。',
  running: '実行中…',
  startedAt: '{time} に開始',
  sinceLoaded: 'アドインの読み込み以降',

  cells: 'セル',
  lookups: '参照',
  questions: '種類',
  requests: 'リクエスト',
  hits: 'メモリから',
  errors: 'エラー',
  time: '時間',
  seconds: '{seconds} 秒',

  readings: '読み込み中',
  reading: '{what}: 現在 {count} 行',
  notes: 'お知らせ',
  latestRequests: '最近のリクエスト',
  noRequests: 'まだありません。',
  outcome: '{time} · {status} · {ms} ms',

  network: '接続なし',
  timeout: '時間内に応答なし',
  redirect: 'リダイレクトを拒否',
  cancelled: '取り消し',

  requestChart: 'リクエスト数と応答時間の推移',
  latency: '応答時間 (ms)',
  atMost: '最大 {most}',
  asTable: '表で見る',

  usage: 'アカウントの利用状況',
  usageChart: '1 時間ごとのリクエスト数',
  noKey: '先に設定で API キーを入力してください。',
  asking: 'サービスに問い合わせています…',
  used: { other: '直近 {hours} 時間で {count} 件のリクエスト' },
  noUsage: 'サービスは利用状況を返しませんでした。',
  asOf: '{time} 現在',
  refresh: '更新',
};

import type { connection as English } from '../en/connection';
import type { Translated } from '../translation';

export const connection: Translated<typeof English> = {
  title: '接続',
  apiKey: 'API キー',
  apiKeyHint: 'このコンピューターにのみ保存され、ブックには保存されません。',
  show: '表示',
  hide: '隠す',
  showKey: 'API キーを表示',
  hideKey: 'API キーを隠す',
  serviceAddress: 'サービスのアドレス',
  serviceAddressHint: 'https:// で始まります（localhost では http:// も可）。',
  save: '保存',
  testConnection: '接続テスト',
  removeKey: 'キーを削除',

  noKey: 'API キーがまだありません。入力して [保存] を選んでください。',
  keyNeeded: 'API キーを入力してください。',
  addressNeeded: 'マーケットデータサービスのアドレスを入力してください。',
  checking: 'サービスに問い合わせています…',
  saved: '保存しました。セルを再計算しています。',
  savedOnly: '保存しました。Ctrl+Alt+F9 を押すとセルが再計算されます。',
  failed: 'うまくいきませんでした: {reason}',
  removed: 'API キーをこのコンピューターから削除しました。',
};

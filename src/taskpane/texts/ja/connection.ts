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

  notSetUp: 'API キーがまだありません。入力して [保存] を選んでください。',
  noKey: 'API キーを入力してください。',
  noAddress: 'マーケットデータサービスのアドレスを入力してください。',
  noSuchKey: 'キーに、空白かキーには使われない文字があります。もう一度コピーしてください。',
  noWebAddress: 'Web アドレスではありません。https://api.example.com のように入力してください。',
  notSecure: 'キーは https (localhost では http も可) でのみ送信されます。アドレスを https:// で始めてください。',
  hasUser: 'アドレスからユーザー名とパスワードを除いてください。',
  hasQuery: 'アドレスの ? または # 以降を除いてください。',

  checking: 'サービスに問い合わせています…',
  accepted: 'サービスはキーを受け付けました。',
  acceptedWithUsage: { other: 'サービスはキーを受け付けました。直近 {hours} 時間のリクエスト: {count} 件。' },
  refused: 'サービスがキーを拒否しました ({status})。キーを確認するか、契約内容をプロバイダーに問い合わせてください。',
  unreachable: '{address} に接続できません。接続とサービスのアドレスを確認してください。',
  saved: '保存しました。セルを再計算しています。',
  savedOnly: '保存しました。Ctrl+Alt+F9 を押すとセルが再計算されます。',
  failed: 'うまくいきませんでした: {reason}',
  removed: 'API キーをこのコンピューターから削除しました。',
};

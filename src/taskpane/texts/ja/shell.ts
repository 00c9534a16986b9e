import type { shell as English } from '../en/shell';
import type { Translated } from '../translation';

export const shell: Translated<typeof English> = {
  notInExcel: 'このページは MD for Excel の作業ウィンドウです。Excel の [ホーム]、[Market data]、[Open pane] の順に開いてください。',

  sections: 'セクション',
  functions: '関数',
  cells: 'セル',
  activity: '動作状況',
  models: 'モデル',
  settings: '設定',

  loading: '読み込み中…',
  notLoaded: 'このセクションを読み込めませんでした。接続を確認してください。',
  broken: 'このセクションで予期しないエラーが発生しました: {reason}',
  tryAgain: '再試行',

  stop: '停止',
  cancel: 'キャンセル',
  progress: '{total} 件中 {done} 件',
  close: '閉じる',
};

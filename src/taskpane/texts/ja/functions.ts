import type { functions as English } from '../en/functions';
import type { Translated } from '../translation';

export const functions: Translated<typeof English> = {
  search: '関数を検索',
  list: '関数',
  noMatch: '「{query}」に一致する関数はありません。',
  notLoaded: '関数のヘルプを読み込めませんでした。',
  back: 'すべての関数',
  help: '{name} のヘルプ',
  example: '例:',

  optional: '省略可',
  leftOut: '省略',
  expressionHint: 'セルや数式は =A2:A9 のように = で始めます。',
  useSelection: '選択範囲を {parameter} に使う',
  enterFormula: '{parameter} にセルまたは数式を使う',
  wordsOf: '{parameter} に使える語',

  formula: '数式',
  copy: 'コピー',
  copied: '数式をコピーしました。',
  notCopied: '数式をコピーできませんでした。選択して Ctrl+C を押してください。',
  insert: '挿入',
  inserted: '{cell} に挿入しました。',
  notInserted: '数式を挿入できませんでした: {reason}',
  filled: '{cells}: すでに値が入っています。数式とその結果で置き換えますか？',
  spilling: { other: 'そこには別の数式（{count} 件）の結果が表示されています。その数式も削除されます: {formulas}' },
  andMore: { other: 'ほか {count} 範囲' },
  replace: '置き換える',
  noSelection: '選択範囲を読み取れませんでした: {reason}',

  result: '結果',
  missing: 'まだ必要です: {parameters}。',
  calculating: '計算中…',
  unknown: '結果は、数式をセルに入れると表示されます。',
  size: '{rows} × {columns}',
  rows: { other: '{count} 行' },
  columns: { other: '{count} 列' },
};

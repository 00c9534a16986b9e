import type { functions as English } from '../en/functions';
import type { Translated } from '../translation';

export const functions: Translated<typeof English> = {
  search: '搜索函数',
  list: '函数',
  noMatch: '没有与“{query}”匹配的函数。',
  notLoaded: '无法加载函数的帮助。',
  back: '所有函数',
  help: '{name} 的帮助',
  example: '示例：',

  optional: '可选',
  leftOut: '省略',
  expressionHint: '以 = 开头可引用单元格或公式，例如 =A2:A9。',
  useSelection: '将所选区域用于 {parameter}',
  enterFormula: '为 {parameter} 使用单元格或公式',
  wordsOf: '{parameter} 可用的词',

  formula: '公式',
  copy: '复制',
  copied: '公式已复制。',
  notCopied: '无法复制公式：请选中它并按 Ctrl+C。',
  insert: '插入',
  inserted: '已插入到 {cell}。',
  notInserted: '无法插入公式：{reason}',
  filled: '{cells}：此处已有内容。要用公式及其结果替换吗？',
  spilling: { other: '此处是另外 {count} 个公式的结果，这些公式也会被删除：{formulas}' },
  andMore: { other: '以及另外 {count} 个区域' },
  replace: '替换',
  noSelection: '无法读取所选区域：{reason}',

  result: '结果',
  missing: '还需要：{parameters}。',
  calculating: '正在计算…',
  unknown: '公式放入单元格后才会显示结果。',
  size: '{rows} × {columns}',
  rows: { other: '{count} 行' },
  columns: { other: '{count} 列' },
};

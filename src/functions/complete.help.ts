import { explain } from './help/explain';
import { complete } from './complete';

export const completeHelp = explain(complete, {
  summary: 'Whether every cell of a range holds a value. Ask it before you conclude anything from the range.',
  returns:
    'TRUE when every cell of the range holds a value; FALSE when one is blank, an error, or an earlier value ' +
    'under a clock. Of a whole column or row, the part in use counts. It sees these cells alone, not rows that a limit ' +
    'has left out. Ask before a verdict: ' +
    '=IF(MD.COMPLETE(B11:D11),IF(B11<1.8,"Avoid","Pass"),"no data"). If Excel does not pass errors to functions, the ' +
    'cell shows the error, never TRUE.',
  parameters: { range: 'The cells that the verdict rests on' },
  examples: [
    { formula: '=MD.COMPLETE({2.6,7,-2.2})', gives: 'TRUE: each of the three cells holds a value' },
    { formula: '=MD.COMPLETE({2.6,"",-2.2})', gives: 'FALSE: one of them is blank' },
  ],
  seeAlso: ['SCORE', 'QUOTE', 'CONVERT'],
  searchWords: {
    en: 'check, valid, errors, complete, verdict, data quality, missing',
    de: 'Prüfung, prüfen, gültig, Fehler, Fehlerprüfung, vollständig, fehlende Werte, Datenqualität',
    fr: 'contrôle, vérifier, valide, erreurs, valeurs manquantes, complet, qualité des données',
    es: 'comprobación, comprobar, válido, errores, datos faltantes, completo, calidad de datos',
    ja: '検査, チェック, 有効, エラー, 欠損, 欠損値, データ品質',
    zh: '检查, 校验, 有效, 错误, 缺失, 缺失值, 完整, 数据质量',
  },
});

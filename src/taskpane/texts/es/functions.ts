import type { functions as English } from '../en/functions';
import type { Translated } from '../translation';

export const functions: Translated<typeof English> = {
  search: 'Buscar funciones',
  list: 'Funciones',
  noMatch: 'Ninguna función coincide con «{query}».',
  notLoaded: 'No se pudo cargar la ayuda de las funciones.',
  back: 'Todas las funciones',
  help: 'Ayuda de {name}',
  example: 'Ejemplo:',

  optional: 'opcional',
  leftOut: 'Omitido',
  expressionHint: 'Empiece con = para celdas o una fórmula, como =A2:A9.',
  useSelection: 'Usar la selección para {parameter}',
  enterFormula: 'Celdas o fórmula para {parameter}',
  wordsOf: 'Palabras para {parameter}',

  formula: 'Fórmula',
  copy: 'Copiar',
  copied: 'La fórmula se copió.',
  notCopied: 'No se pudo copiar la fórmula: selecciónela y presione Ctrl+C.',
  insert: 'Insertar',
  inserted: 'Insertada en {cell}.',
  notInserted: 'No se pudo insertar la fórmula: {reason}',
  filled: '{cells}: ya hay contenido. ¿Reemplazarlo por la fórmula y su resultado?',
  spilling: {
    one: 'Ahí está el resultado de otra fórmula, que también se eliminará: {formulas}',
    other: 'Ahí están los resultados de otras {count} fórmulas, que también se eliminarán: {formulas}',
  },
  andMore: { one: 'y {count} rango más', other: 'y {count} rangos más' },
  replace: 'Reemplazar',
  noSelection: 'No se pudo leer la selección: {reason}',

  result: 'Resultado',
  missing: 'Falta: {parameters}.',
  calculating: 'Calculando…',
  unknown: 'El resultado se mostrará cuando la fórmula esté en una celda.',
  size: '{rows} × {columns}',
  rows: { one: '{count} fila', other: '{count} filas' },
  columns: { one: '{count} columna', other: '{count} columnas' },
};

import type { functions as English } from '../en/functions';
import type { Translated } from '../translation';

export const functions: Translated<typeof English> = {
  search: 'Funktionen suchen',
  list: 'Funktionen',
  noMatch: 'Keine Funktion passt zu „{query}“.',
  notLoaded: 'Die Hilfe zu den Funktionen konnte nicht geladen werden.',
  back: 'Alle Funktionen',
  help: 'Hilfe zu {name}',
  example: 'Beispiel:',

  optional: 'optional',
  leftOut: 'Weggelassen',
  expressionHint: 'Beginnen Sie mit = für Zellen oder eine Formel, etwa =A2:A9.',
  useSelection: 'Auswahl für {parameter} übernehmen',
  enterFormula: 'Zellen oder eine Formel für {parameter}',
  wordsOf: 'Wörter für {parameter}',

  formula: 'Formel',
  copy: 'Kopieren',
  copied: 'Die Formel ist kopiert.',
  notCopied: 'Die Formel konnte nicht kopiert werden: Markieren Sie sie und drücken Sie Strg+C.',
  insert: 'Einfügen',
  inserted: 'In {cell} eingefügt.',
  notInserted: 'Die Formel konnte nicht eingefügt werden: {reason}',
  filled: '{cells}: Hier steht schon etwas. Durch die Formel und ihr Ergebnis ersetzen?',
  spilling: {
    one: 'Dort steht das Ergebnis einer anderen Formel, die dann ebenfalls entfernt wird: {formulas}',
    other: 'Dort stehen die Ergebnisse von {count} anderen Formeln, die dann ebenfalls entfernt werden: {formulas}',
  },
  andMore: { one: 'und {count} weiterer Bereich', other: 'und {count} weitere Bereiche' },
  replace: 'Ersetzen',
  noSelection: 'Die Auswahl konnte nicht gelesen werden: {reason}',

  result: 'Ergebnis',
  missing: 'Noch nötig: {parameters}.',
  calculating: 'Wird berechnet…',
  unknown: 'Das Ergebnis erscheint, sobald die Formel in einer Zelle steht.',
  size: '{rows} × {columns}',
  rows: { one: '{count} Zeile', other: '{count} Zeilen' },
  columns: { one: '{count} Spalte', other: '{count} Spalten' },
};

import type { functions as English } from '../en/functions';
import type { Translated } from '../translation';

export const functions: Translated<typeof English> = {
  search: 'Rechercher une fonction',
  list: 'Fonctions',
  noMatch: 'Aucune fonction ne correspond à « {query} ».',
  notLoaded: 'L’aide des fonctions n’a pas pu être chargée.',
  back: 'Toutes les fonctions',
  help: 'Aide sur {name}',
  example: 'Exemple :',

  optional: 'facultatif',
  leftOut: 'Omis',
  expressionHint: 'Commencez par = pour des cellules ou une formule, par exemple =A2:A9.',
  useSelection: 'Utiliser la sélection pour {parameter}',
  enterFormula: 'Cellules ou formule pour {parameter}',
  wordsOf: 'Mots pour {parameter}',

  formula: 'Formule',
  copy: 'Copier',
  copied: 'La formule est copiée.',
  notCopied: 'La formule n’a pas pu être copiée : sélectionnez-la et appuyez sur Ctrl+C.',
  insert: 'Insérer',
  inserted: 'Insérée dans {cell}.',
  notInserted: 'La formule n’a pas pu être insérée : {reason}',
  filled: '{cells} : il y a déjà un contenu. Le remplacer par la formule et son résultat ?',
  spilling: {
    one: 'Le résultat d’une autre formule s’y trouve, et cette formule sera supprimée aussi : {formulas}',
    other: 'Les résultats de {count} autres formules s’y trouvent, et ces formules seront supprimées aussi : {formulas}',
  },
  andMore: { one: 'et {count} autre plage', other: 'et {count} autres plages' },
  replace: 'Remplacer',
  noSelection: 'La sélection n’a pas pu être lue : {reason}',

  result: 'Résultat',
  missing: 'Encore nécessaire : {parameters}.',
  calculating: 'Calcul en cours…',
  unknown: 'Le résultat s’affichera une fois la formule dans une cellule.',
  size: '{rows} × {columns}',
  rows: { one: '{count} ligne', other: '{count} lignes' },
  columns: { one: '{count} colonne', other: '{count} colonnes' },
};

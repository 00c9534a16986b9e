import type { shell as English } from '../en/shell';
import type { Translated } from '../translation';

export const shell: Translated<typeof English> = {
  notInExcel: 'Cette page est le volet de MD for Excel. Ouvrez-la dans Excel : Accueil, Market data, Open pane.',

  sections: 'Rubriques',
  functions: 'Fonctions',
  cells: 'Cellules',
  activity: 'Activité',
  models: 'Modèles',
  settings: 'Paramètres',

  loading: 'Chargement…',
  notLoaded: 'Cette rubrique n’a pas pu être chargée. Vérifiez la connexion.',
  broken: 'Une erreur inattendue s’est produite dans cette rubrique : {reason}',
  tryAgain: 'Réessayer',

  stop: 'Arrêter',
  cancel: 'Annuler',
  progress: '{done} sur {total}',
  close: 'Fermer',
};

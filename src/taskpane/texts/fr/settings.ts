import type { settings as English } from '../en/settings';
import type { Translated } from '../translation';

export const settings: Translated<typeof English> = {
  quotesTitle: 'Cours',
  area: 'Domaine par défaut',
  areaHint: 'Où les fonctions cherchent quand une formule ne nomme aucun domaine.',
  currencies: 'Devises',
  crypto: 'Cryptomonnaies',
  indices: 'Indices',
  stocks: 'Actions',
  commodities: 'Matières premières',

  languageTitle: 'Langue',
  language: 'Langue du volet',
  languageHint: 'Les fonctions et leur aide restent en anglais.',
  automatic: 'Comme dans le tableur',

  saved: 'Enregistré. Les cellules sont en cours de recalcul.',
  notSaved: 'Enregistrement impossible : {reason}',
};

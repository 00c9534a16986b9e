import type { settings as English } from '../en/settings';
import type { Translated } from '../translation';

export const settings: Translated<typeof English> = {
  quotesTitle: 'Kurse',
  area: 'Standardbereich',
  areaHint: 'Wo Funktionen suchen, wenn eine Formel keinen Bereich nennt.',
  currencies: 'Währungen',
  crypto: 'Kryptowährungen',
  indices: 'Indizes',
  stocks: 'Aktien',
  commodities: 'Rohstoffe',

  languageTitle: 'Sprache',
  language: 'Sprache des Aufgabenbereichs',
  languageHint: 'Funktionen und ihre Hilfe bleiben englisch.',
  automatic: 'Wie in der Tabellenkalkulation',

  saved: 'Gespeichert. Die Zellen werden neu berechnet.',
  notSaved: 'Das konnte nicht gespeichert werden: {reason}',
};

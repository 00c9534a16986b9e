import type { models as English } from '../en/models';
import type { Translated } from '../translation';

export const models: Translated<typeof English> = {
  title: 'Beispielmodelle',
  hint: 'Jedes wird als neues Blatt eingefügt. Blaue Zellen sind Eingaben; ändern Sie, was Sie möchten.',
  insert: 'Einfügen',
  insertOne: '{name} einfügen',
  inserting: '{name} wird eingefügt…',
  inserted: 'Als Blatt {sheet} eingefügt.',
  failed: 'Das hat nicht geklappt: {reason}',
  noKey: 'Ohne API-Schlüssel zeigen die Zellen mit Marktdaten #NV. Geben Sie den Schlüssel unter Einstellungen ein.',

  fx: 'Devisenliste',
  fxAbout: 'Geld-, Brief- und Mittelkurs von Währungspaaren, Spanne in Basispunkten, Abstand vom Referenzkurs und Gewinn einer Position.',
  calendar: 'Handelskalender',
  calendarAbout: 'Welche Börsen geöffnet sind, wann ein Geschäft an jeder und an allen erfüllt wird, Handelstage und Feiertage.',
  filings: 'Pflichtmeldungen',
  filingsAbout: 'Die neuesten Meldungen einer Liste von Unternehmen, ihr Alter und wie viele noch zu lesen sind.',
  credit: 'Bonitätsprüfung',
  creditAbout: 'Piotroski-, Altman- und Beneish-Werte einer Liste von Unternehmen gegen Schwellen, die Sie festlegen.',
  dcf: 'DCF-Kopf',
  dcfAbout: 'Aktueller Kurs, Kennzahlen und Kalender über einer Prognose von fünf Jahren, mit Wert je Aktie und Sensitivität.',
};

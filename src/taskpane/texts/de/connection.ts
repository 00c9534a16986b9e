import type { connection as English } from '../en/connection';
import type { Translated } from '../translation';

export const connection: Translated<typeof English> = {
  title: 'Verbindung',
  apiKey: 'API-Schlüssel',
  apiKeyHint: 'Wird für Sie auf diesem Computer gespeichert, nie in der Arbeitsmappe.',
  show: 'Anzeigen',
  hide: 'Verbergen',
  showKey: 'API-Schlüssel anzeigen',
  hideKey: 'API-Schlüssel verbergen',
  serviceAddress: 'Adresse des Dienstes',
  serviceAddressHint: 'Beginnt mit https://, oder auf localhost mit http://.',
  save: 'Speichern',
  testConnection: 'Verbindung testen',
  removeKey: 'Schlüssel entfernen',

  noKey: 'Noch kein API-Schlüssel. Geben Sie Ihren ein und wählen Sie „Speichern“.',
  keyNeeded: 'Geben Sie den API-Schlüssel ein.',
  addressNeeded: 'Geben Sie die Adresse Ihres Marktdatendienstes ein.',
  checking: 'Der Dienst wird gefragt…',
  saved: 'Gespeichert. Die Zellen werden neu berechnet.',
  savedOnly: 'Gespeichert. Drücken Sie Strg+Alt+F9, um die Zellen neu zu berechnen.',
  failed: 'Das hat nicht geklappt: {reason}',
  removed: 'Der API-Schlüssel ist von diesem Computer entfernt.',
};

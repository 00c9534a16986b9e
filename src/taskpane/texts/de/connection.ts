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

  notSetUp: 'Noch kein API-Schlüssel. Geben Sie Ihren ein und wählen Sie „Speichern“.',
  noKey: 'Geben Sie den API-Schlüssel ein.',
  noAddress: 'Geben Sie die Adresse Ihres Marktdatendienstes ein.',
  noSuchKey: 'Der Schlüssel hat ein Leerzeichen oder ein Zeichen, das kein Schlüssel hat: Kopieren Sie ihn noch einmal.',
  noWebAddress: 'Das ist keine Webadresse: Geben Sie eine ein wie https://api.example.com.',
  notSecure: 'Der Schlüssel wird nur über https gesendet (oder über http auf localhost): Beginnen Sie die Adresse mit https://.',
  hasUser: 'Lassen Sie Benutzername und Kennwort in der Adresse weg.',
  hasQuery: 'Lassen Sie weg, was in der Adresse auf ? oder # folgt.',

  checking: 'Der Dienst wird gefragt…',
  accepted: 'Der Dienst hat den Schlüssel angenommen.',
  acceptedWithUsage: { one: 'Der Dienst hat den Schlüssel angenommen. {count} Anfrage in den letzten {hours} Std.', other: 'Der Dienst hat den Schlüssel angenommen. {count} Anfragen in den letzten {hours} Std.' },
  refused: 'Der Dienst hat den Schlüssel abgelehnt ({status}): Prüfen Sie ihn, oder fragen Sie Ihren Anbieter, was Ihr Tarif umfasst.',
  unreachable: '{address} ist nicht erreichbar: Prüfen Sie die Verbindung und die Adresse des Dienstes.',
  saved: 'Gespeichert. Die Zellen werden neu berechnet.',
  savedOnly: 'Gespeichert. Drücken Sie Strg+Alt+F9, um die Zellen neu zu berechnen.',
  failed: 'Das hat nicht geklappt: {reason}',
  removed: 'Der API-Schlüssel ist von diesem Computer entfernt.',
};

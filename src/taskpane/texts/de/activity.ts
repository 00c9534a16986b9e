import type { activity as English } from '../en/activity';
import type { Translated } from '../translation';

export const activity: Translated<typeof English> = {
  title: 'Aktivität',
  lastRecalculation: 'Letzte Neuberechnung',
  noRecalculation: 'Seit dem Öffnen des Bereichs wurde keine MD-Formel berechnet.',
  running: 'Läuft…',
  startedAt: 'Begonnen um {time}',
  sinceLoaded: 'Seit das Add-In geladen wurde',

  cells: 'Zellen',
  lookups: 'Abfragen',
  questions: 'Verschiedene',
  requests: 'Anfragen',
  hits: 'Aus dem Speicher',
  errors: 'Fehler',
  time: 'Zeit',
  seconds: '{seconds} s',

  readings: 'Wird gelesen',
  reading: '{what}: bisher {count} Zeilen',
  notes: 'Hinweise',
  latestRequests: 'Letzte Anfragen',
  noRequests: 'Noch keine.',
  outcome: '{time} · {status} · {ms} ms',

  network: 'keine Verbindung',
  timeout: 'keine Antwort in der Frist',
  redirect: 'Umleitung abgelehnt',
  cancelled: 'abgebrochen',

  requestChart: 'Anfragen und Antwortzeit im Verlauf',
  latency: 'Antwortzeit, ms',
  atMost: 'höchstens {most}',
  asTable: 'Als Tabelle',

  usage: 'Nutzung des Kontos',
  usageChart: 'Anfragen des Kontos nach Stunden',
  noKey: 'Geben Sie zuerst unter Einstellungen den API-Schlüssel ein.',
  asking: 'Der Dienst wird gefragt…',
  used: { one: '{count} Anfrage in den letzten {hours} h', other: '{count} Anfragen in den letzten {hours} h' },
  noUsage: 'Der Dienst nannte keine Nutzung.',
  asOf: 'Stand {time}',
  refresh: 'Aktualisieren',
};

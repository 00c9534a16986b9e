import type { activity as English } from '../en/activity';
import type { Translated } from '../translation';

export const activity: Translated<typeof English> = {
  title: 'Aktivität',
  cells: 'Zellen',
  lookups: 'Abfragen',
  hits: 'Aus dem Speicher',
  requests: 'Anfragen',
  errors: 'Fehler',
  notes: 'Hinweise',
  latestRequests: 'Letzte Anfragen',
  noRequests: 'Noch keine.',
  outcome: '{time} · {status} · {ms} ms',
};

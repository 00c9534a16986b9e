import type { activity as English } from '../en/activity';
import type { Translated } from '../translation';

export const activity: Translated<typeof English> = {
  title: 'Activité',
  cells: 'Cellules',
  lookups: 'Recherches',
  hits: 'De la mémoire',
  requests: 'Requêtes',
  errors: 'Erreurs',
  notes: 'Remarques',
  latestRequests: 'Dernières requêtes',
  noRequests: 'Aucune pour l’instant.',
  outcome: '{time} · {status} · {ms} ms',
};

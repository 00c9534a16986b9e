import type { activity as English } from '../en/activity';
import type { Translated } from '../translation';

export const activity: Translated<typeof English> = {
  title: 'Activité',
  lastRecalculation: 'Dernier recalcul',
  noRecalculation: 'Aucune formule MD n’a été calculée depuis l’ouverture du volet.',
  running: 'En cours…',
  startedAt: 'Commencé à {time}',
  sinceLoaded: 'Depuis le chargement du complément',

  cells: 'Cellules',
  lookups: 'Recherches',
  questions: 'Différentes',
  requests: 'Requêtes',
  hits: 'En mémoire',
  errors: 'Erreurs',
  time: 'Temps',
  seconds: '{seconds} s',

  readings: 'En cours de lecture',
  reading: '{what} : {count} lignes jusqu’ici',
  notes: 'Notes',
  latestRequests: 'Dernières requêtes',
  noRequests: 'Aucune pour l’instant.',
  outcome: '{time} · {status} · {ms} ms',

  network: 'pas de connexion',
  timeout: 'pas de réponse à temps',
  redirect: 'redirection refusée',
  cancelled: 'annulée',

  requestChart: 'Requêtes et temps de réponse au fil du temps',
  latency: 'Temps de réponse, ms',
  atMost: 'au plus {most}',
  asTable: 'Sous forme de tableau',

  usage: 'Utilisation du compte',
  usageChart: 'Requêtes du compte par heure',
  noKey: 'Saisissez d’abord la clé API dans Paramètres.',
  asking: 'Interrogation du service…',
  used: { one: '{count} requête dans les {hours} dernières heures', other: '{count} requêtes dans les {hours} dernières heures' },
  noUsage: 'Le service n’a indiqué aucune utilisation.',
  asOf: 'À {time}',
  refresh: 'Actualiser',
};

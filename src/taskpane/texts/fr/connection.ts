import type { connection as English } from '../en/connection';
import type { Translated } from '../translation';

export const connection: Translated<typeof English> = {
  title: 'Connexion',
  apiKey: 'Clé API',
  apiKeyHint: 'Conservée pour vous sur cet ordinateur, jamais dans le classeur.',
  show: 'Afficher',
  hide: 'Masquer',
  showKey: 'Afficher la clé API',
  hideKey: 'Masquer la clé API',
  serviceAddress: 'Adresse du service',
  serviceAddressHint: 'Commence par https://, ou par http:// sur localhost.',
  save: 'Enregistrer',
  testConnection: 'Tester la connexion',
  removeKey: 'Supprimer la clé',

  noKey: 'Pas encore de clé API. Saisissez la vôtre et choisissez Enregistrer.',
  keyNeeded: 'Saisissez la clé API.',
  addressNeeded: 'Saisissez l’adresse de votre service de données de marché.',
  checking: 'Interrogation du service…',
  saved: 'Enregistré. Les cellules sont en cours de recalcul.',
  savedOnly: 'Enregistré. Appuyez sur Ctrl+Alt+F9 pour recalculer les cellules.',
  failed: 'Cela n’a pas fonctionné : {reason}',
  removed: 'La clé API est supprimée de cet ordinateur.',
};

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

  notSetUp: 'Pas encore de clé API. Saisissez la vôtre et choisissez Enregistrer.',
  noKey: 'Saisissez la clé API.',
  noAddress: 'Saisissez l’adresse de votre service de données de marché.',
  noSuchKey: 'La clé contient une espace ou un caractère qu’aucune clé n’a : copiez-la de nouveau.',
  noWebAddress: 'Ce n’est pas une adresse web : saisissez-en une comme https://api.example.com.',
  notSecure: 'La clé n’est envoyée qu’en https (ou en http sur localhost) : commencez l’adresse par https://.',
  hasUser: 'Retirez de l’adresse le nom d’utilisateur et le mot de passe.',
  hasQuery: 'Retirez de l’adresse ce qui suit ? ou #.',

  checking: 'Interrogation du service…',
  accepted: 'Le service a accepté la clé.',
  acceptedWithUsage: { one: 'Le service a accepté la clé. {count} requête ces {hours} dernières heures.', other: 'Le service a accepté la clé. {count} requêtes ces {hours} dernières heures.' },
  refused: 'Le service a refusé la clé ({status}) : vérifiez-la, ou demandez à votre fournisseur ce que comprend votre abonnement.',
  unreachable: '{address} est injoignable : vérifiez la connexion et l’adresse du service.',
  saved: 'Enregistré. Les cellules sont en cours de recalcul.',
  savedOnly: 'Enregistré. Appuyez sur Ctrl+Alt+F9 pour recalculer les cellules.',
  failed: 'Cela n’a pas fonctionné : {reason}',
  removed: 'La clé API est supprimée de cet ordinateur.',
};

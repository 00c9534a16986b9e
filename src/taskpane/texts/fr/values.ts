import type { values as English } from '../en/values';
import type { Translated } from '../translation';

export const values: Translated<typeof English> = {
  title: 'Valeurs',
  richValues: 'Formats de nombre et propriétés',
  auto: 'Automatique',
  on: 'Toujours',
  off: 'Désactivé : nombres simples',
  richHint: 'Les dates, heures et prix portent leur format, et un cours isolé a des propriétés telles que =A1.asOf, si le tableur les connaît. « Automatique » omet les propriétés au-delà de 10 000 cours à la fois ; avec « Toujours », ces cellules attendent quelques secondes.',
  onFailure: 'Quand le service est en panne',
  error: 'Afficher l’erreur',
  'last-value': 'Garder la dernière valeur, marquée',
  failureHint: 'Une valeur gardée date de cette session. Elle porte une horloge et son heure (⏱ 12:03), et est redemandée au recalcul suivant. Dans Excel, une icône d’horloge figure aussi à côté, quel que soit le format de nombre de la cellule ; là où Excel n’affiche pas ces icônes, ou sans formats de nombre, l’erreur est affichée.',
};

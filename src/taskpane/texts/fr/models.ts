import type { models as English } from '../en/models';
import type { Translated } from '../translation';

export const models: Translated<typeof English> = {
  title: 'Modèles d’exemple',
  hint: 'Chacun est inséré dans une nouvelle feuille. Les cellules bleues sont des entrées ; modifiez ce que vous voulez.',
  insert: 'Insérer',
  insertOne: 'Insérer {name}',
  inserting: 'Insertion de {name}…',
  inserted: 'Inséré dans la feuille {sheet}.',
  failed: 'Cela n’a pas marché : {reason}',
  noKey: 'Sans clé API, les cellules de marché affichent #N/A. Saisissez la clé dans Paramètres.',

  fx: 'Liste de devises',
  fxAbout: 'Cours acheteur, vendeur et moyen de paires de devises, écart en points de base, variation depuis un cours de référence et gain d’une position.',
  calendar: 'Calendrier boursier',
  calendarAbout: 'Quelles bourses sont ouvertes, quand une opération est réglée sur chacune et sur toutes, séances et jours fériés.',
  filings: 'Suivi des déclarations',
  filingsAbout: 'Les dernières déclarations d’une liste de sociétés, leur ancienneté et combien restent à lire.',
  credit: 'Filtre de crédit',
  creditAbout: 'Scores de Piotroski, d’Altman et de Beneish d’une liste de sociétés face aux seuils que vous fixez.',
  dcf: 'En-tête DCF',
  dcfAbout: 'Cours, scores et calendrier en direct au-dessus d’une prévision de cinq ans, avec la valeur par action et sa sensibilité.',
};

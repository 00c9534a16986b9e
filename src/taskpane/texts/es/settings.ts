import type { settings as English } from '../en/settings';
import type { Translated } from '../translation';

export const settings: Translated<typeof English> = {
  quotesTitle: 'Cotizaciones',
  area: 'Área predeterminada',
  areaHint: 'Dónde buscan las funciones si la fórmula no indica un área.',
  currencies: 'Divisas',
  crypto: 'Criptomonedas',
  indices: 'Índices',
  stocks: 'Acciones',
  commodities: 'Materias primas',

  languageTitle: 'Idioma',
  language: 'Idioma del panel',
  languageHint: 'Las funciones y su ayuda siguen en inglés.',
  automatic: 'Como en la hoja de cálculo',

  saved: 'Guardado. Las celdas se están recalculando.',
  notSaved: 'No se pudo guardar: {reason}',
};

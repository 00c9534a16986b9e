import type { activity as English } from '../en/activity';
import type { Translated } from '../translation';

export const activity: Translated<typeof English> = {
  title: 'Actividad',
  cells: 'Celdas',
  lookups: 'Consultas',
  hits: 'De la memoria',
  requests: 'Solicitudes',
  errors: 'Errores',
  notes: 'Notas',
  latestRequests: 'Últimas solicitudes',
  noRequests: 'Ninguna todavía.',
  outcome: '{time} · {status} · {ms} ms',
};

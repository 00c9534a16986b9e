import type { activity as English } from '../en/activity';
import type { Translated } from '../translation';

export const activity: Translated<typeof English> = {
  title: 'Actividad',
  lastRecalculation: 'Último recálculo',
  noRecalculation: 'No se ha calculado ninguna fórmula MD desde que se abrió el panel.',
  running: 'En curso…',
  startedAt: 'Empezó a las {time}',
  sinceLoaded: 'Desde que se cargó el complemento',

  cells: 'Celdas',
  lookups: 'Consultas',
  questions: 'Distintas',
  requests: 'Solicitudes',
  hits: 'De memoria',
  errors: 'Errores',
  time: 'Tiempo',
  seconds: '{seconds} s',

  readings: 'Leyendo',
  reading: '{what}: {count} filas hasta ahora',
  notes: 'Notas',
  latestRequests: 'Últimas solicitudes',
  noRequests: 'Ninguna todavía.',
  outcome: '{time} · {status} · {ms} ms',

  network: 'sin conexión',
  timeout: 'sin respuesta a tiempo',
  redirect: 'redirección rechazada',
  cancelled: 'cancelada',

  requestChart: 'Solicitudes y tiempo de respuesta',
  latency: 'Tiempo de respuesta, ms',
  atMost: 'como máximo {most}',
  asTable: 'Como tabla',

  usage: 'Uso de la cuenta',
  usageChart: 'Solicitudes de la cuenta por hora',
  noKey: 'Escriba primero la clave de API en Configuración.',
  asking: 'Preguntando al servicio…',
  used: { one: '{count} solicitud en las últimas {hours} h', other: '{count} solicitudes en las últimas {hours} h' },
  noUsage: 'El servicio no indicó ningún uso.',
  asOf: 'A las {time}',
  refresh: 'Actualizar',
};

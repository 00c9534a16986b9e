import type { connection as English } from '../en/connection';
import type { Translated } from '../translation';

export const connection: Translated<typeof English> = {
  title: 'Conexión',
  apiKey: 'Clave de API',
  apiKeyHint: 'Se guarda para usted en este equipo, nunca en el libro.',
  show: 'Mostrar',
  hide: 'Ocultar',
  showKey: 'Mostrar la clave de API',
  hideKey: 'Ocultar la clave de API',
  serviceAddress: 'Dirección del servicio',
  serviceAddressHint: 'Empieza por https://, o por http:// en localhost.',
  save: 'Guardar',
  testConnection: 'Probar conexión',
  removeKey: 'Quitar la clave',

  noKey: 'Aún no hay clave de API. Introduzca la suya y elija Guardar.',
  keyNeeded: 'Introduzca la clave de API.',
  addressNeeded: 'Introduzca la dirección de su servicio de datos de mercado.',
  checking: 'Consultando el servicio…',
  saved: 'Guardado. Las celdas se están recalculando.',
  savedOnly: 'Guardado. Presione Ctrl+Alt+F9 para recalcular las celdas.',
  failed: 'No se pudo completar: {reason}',
  removed: 'La clave de API se quitó de este equipo.',
};

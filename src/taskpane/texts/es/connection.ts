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

  notSetUp: 'Aún no hay clave de API. Introduzca la suya y elija Guardar.',
  noKey: 'Introduzca la clave de API.',
  noAddress: 'Introduzca la dirección de su servicio de datos de mercado.',
  noSuchKey: 'La clave tiene un espacio o un carácter que ninguna clave tiene: cópiela de nuevo.',
  noWebAddress: 'Esto no es una dirección web: introduzca una como https://api.example.com.',
  notSecure: 'La clave solo se envía por https (o por http en localhost): empiece la dirección con https://.',
  hasUser: 'Quite de la dirección el nombre de usuario y la contraseña.',
  hasQuery: 'Quite de la dirección lo que sigue a ? o #.',

  checking: 'Consultando el servicio…',
  accepted: 'El servicio ha aceptado la clave.',
  acceptedWithUsage: { one: 'El servicio ha aceptado la clave. {count} solicitud en las últimas {hours} h.', other: 'El servicio ha aceptado la clave. {count} solicitudes en las últimas {hours} h.' },
  refused: 'El servicio ha rechazado la clave ({status}): compruébela o pregunte a su proveedor qué incluye su plan.',
  unreachable: 'No se puede acceder a {address}: compruebe la conexión y la dirección del servicio.',
  saved: 'Guardado. Las celdas se están recalculando.',
  savedOnly: 'Guardado. Presione Ctrl+Alt+F9 para recalcular las celdas.',
  failed: 'No se pudo completar: {reason}',
  removed: 'La clave de API se quitó de este equipo.',
};

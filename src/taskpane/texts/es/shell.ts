import type { shell as English } from '../en/shell';
import type { Translated } from '../translation';

export const shell: Translated<typeof English> = {
  notInExcel: 'Esta página es el panel de MD for Excel. Ábrala en Excel: Inicio, Market data, Open pane.',

  sections: 'Secciones',
  functions: 'Funciones',
  cells: 'Celdas',
  activity: 'Actividad',
  models: 'Modelos',
  settings: 'Configuración',

  loading: 'Cargando…',
  notLoaded: 'No se pudo cargar esta sección. Compruebe la conexión.',
  broken: 'Se produjo un error inesperado en esta sección: {reason}',
  tryAgain: 'Reintentar',

  stop: 'Detener',
  cancel: 'Cancelar',
  progress: '{done} de {total}',
  close: 'Cerrar',
};

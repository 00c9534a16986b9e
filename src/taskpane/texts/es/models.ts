import type { models as English } from '../en/models';
import type { Translated } from '../translation';

export const models: Translated<typeof English> = {
  title: 'Modelos de ejemplo',
  hint: 'Cada uno se inserta en una hoja nueva. Las celdas azules son entradas; cambie lo que quiera.',
  insert: 'Insertar',
  insertOne: 'Insertar {name}',
  inserting: 'Insertando {name}…',
  inserted: 'Insertado en la hoja {sheet}.',
  failed: 'No ha funcionado: {reason}',
  noKey: 'Sin clave de API las celdas de mercado muestran #N/D. Escriba la clave en Configuración.',

  fx: 'Lista de divisas',
  fxAbout: 'Precios de compra, venta y medio de pares de divisas, diferencial en puntos básicos, variación desde un cambio de referencia y ganancia de una posición.',
  calendar: 'Calendario bursátil',
  calendarAbout: 'Qué bolsas están abiertas, cuándo se liquida una operación en cada una y en todas, sesiones y festivos.',
  filings: 'Seguimiento de informes',
  filingsAbout: 'Los últimos informes de una lista de empresas, su antigüedad y cuántos quedan por leer.',
  credit: 'Filtro de crédito',
  creditAbout: 'Puntuaciones de Piotroski, Altman y Beneish de una lista de empresas frente a los umbrales que usted fije.',
  dcf: 'Cabecera DCF',
  dcfAbout: 'Precio, puntuaciones y calendario en vivo sobre una previsión de cinco años, con el valor por acción y su sensibilidad.',
};

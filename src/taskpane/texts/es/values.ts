import type { values as English } from '../en/values';
import type { Translated } from '../translation';

export const values: Translated<typeof English> = {
  title: 'Valores',
  richValues: 'Formatos de número y propiedades',
  auto: 'Automático',
  on: 'Siempre',
  off: 'Desactivado: solo números',
  richHint: 'Las fechas, horas y precios llevan su formato, y una cotización sola tiene propiedades como =A1.asOf, si la hoja de cálculo las conoce. «Automático» omite las propiedades a partir de 10.000 cotizaciones a la vez; con «Siempre», esas celdas esperan unos segundos.',
  onFailure: 'Cuando falla el servicio',
  error: 'Mostrar el error',
  'last-value': 'Conservar el último valor, marcado',
  failureHint: 'Un valor conservado es de esta sesión. Lleva un reloj y su hora (⏱ 12:03), y se vuelve a pedir en el siguiente recálculo. En Excel aparece además un icono de reloj al lado, sea cual sea el formato de número de la celda; donde Excel no muestra esos iconos, o con los formatos de número desactivados, se muestra el error.',
};

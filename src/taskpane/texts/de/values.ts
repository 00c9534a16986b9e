import type { values as English } from '../en/values';
import type { Translated } from '../translation';

export const values: Translated<typeof English> = {
  title: 'Werte',
  richValues: 'Zahlenformate und Eigenschaften',
  auto: 'Automatisch',
  on: 'Immer',
  off: 'Aus: reine Zahlen',
  richHint: 'Daten, Uhrzeiten und Preise tragen ihr Format, und ein einzelner Kurs hat Eigenschaften wie =A1.asOf, wo die Tabelle sie kennt. „Automatisch“ lässt ab 10.000 Kursen auf einmal die Eigenschaften weg; bei „Immer“ warten diese Zellen einige Sekunden.',
  onFailure: 'Wenn der Dienst ausfällt',
  error: 'Fehler zeigen',
  'last-value': 'Letzten Wert behalten, markiert',
  failureHint: 'Ein behaltener Wert stammt aus dieser Sitzung. Er trägt eine Uhr und seine Zeit (⏱ 12:03) und wird bei der nächsten Neuberechnung wieder angefragt. In Excel steht außerdem ein Uhrsymbol daneben, welches Zahlenformat die Zelle auch hat; wo Excel solche Symbole nicht zeigt oder Zahlenformate aus sind, erscheint der Fehler.',
};

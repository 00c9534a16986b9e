import type { shell as English } from '../en/shell';
import type { Translated } from '../translation';

export const shell: Translated<typeof English> = {
  notInExcel: 'Diese Seite ist der Aufgabenbereich von MD for Excel. Öffnen Sie sie in Excel: Start, Market data, Open pane.',

  sections: 'Bereiche',
  functions: 'Funktionen',
  cells: 'Zellen',
  activity: 'Aktivität',
  models: 'Modelle',
  settings: 'Einstellungen',

  loading: 'Wird geladen…',
  notLoaded: 'Dieser Bereich konnte nicht geladen werden. Prüfen Sie die Verbindung.',
  broken: 'In diesem Bereich ist ein unerwarteter Fehler aufgetreten: {reason}',
  tryAgain: 'Erneut versuchen',

  stop: 'Anhalten',
  cancel: 'Abbrechen',
  progress: '{done} von {total}',
  close: 'Schließen',
};

import { Session } from '../app/session';
import { CATALOG } from '../functions/catalog';
import { cellFunction } from './cell-function';
import { Departures } from './departures';
import { ExcelHost } from './excel-host';
import { Features, isSetSupported } from './features';
import { showNotice, showPaneWhenSeen } from './pane';

/**
 * The add-in's entry, for cells and pane alike. Functions are associated before anything else and at once: Excel calls
 * them as soon as Office is up, and a call that comes earlier fails.
 */
if (typeof Office === 'undefined') {
  void showNotice();
} else {
  const officeReady = Office.onReady();
  const session = new Session(new ExcelHost(officeReady));
  const features = new Features(isSetSupported);
  const departures = new Departures();
  for (const declaration of CATALOG) {
    CustomFunctions.associate(declaration.id, cellFunction(declaration, session, features, departures));
  }

  void officeReady.then((info) => {
    // Null in a plain browser, whatever the types say.
    if (info.host as Office.HostType | null) return showPaneWhenSeen(session, info);
    return showNotice();
  });
}

import { refreshWhenWanted } from '../app/refresh-when-wanted';
import { Session } from '../app/session';
import { Later } from '../functions/later';
import { cellFunction } from './cell-function';
import { Departures } from './departures';
import { ExcelHost } from './excel-host';
import { Features, isSetSupported } from './features';
import { FUNCTIONS } from './functions';
import { showNotice, showPaneWhenSeen } from './pane';
import { associateCommands } from './ribbon';
import { streamFunction } from './stream-function';

const WITHOUT_PROPERTIES = 'Too many quotes at once: some cells have no properties such as =A1.asOf, or the error in the place of their last value; choose “Always” in the settings of values to wait for them';

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
  const departures = new Departures(Date.now, () => features.richValues === 'on', () => { session.note(WITHOUT_PROPERTIES); });
  session.onChange(() => { features.richValues = session.settings.richValues; });
  for (const declaration of FUNCTIONS) {
    CustomFunctions.associate(declaration.id, declaration instanceof Later && declaration.isStream
      ? streamFunction(declaration, session, features)
      : cellFunction(declaration, session, features, departures));
  }

  associateCommands(session);
  refreshWhenWanted(session);

  void officeReady.then((info) => {
    // Null in a plain browser, whatever the types say.
    if (info.host as Office.HostType | null) return showPaneWhenSeen(session, info);
    return showNotice();
  });
}

import { insist, loadCode } from '../app/missing-code';
import { Session } from '../app/session';
import { LazyFunction } from '../functions/evaluate/lazy-function';
import { cellFunction } from './cells/cell-function';
import { Delivery } from './cells/delivery';
import { lookAtDataTypes } from './host/data-types';
import { ExcelHost } from './host/excel-host';
import { Features, isSetSupported } from './features';
import { FUNCTIONS } from '../functions/generated/lazy-functions';
import { openPane, whenVisible } from './pane-opening';
import { associateCommands } from './ribbon';
import { streamFunction } from './cells/stream-function';

const WITHOUT_PROPERTIES = 'Too many quotes at once: some are plain numbers or errors. Set Properties to “Always”';

/**
 * The add-in's entry, for cells and pane. Functions are associated first and at once: Excel calls them as soon as
 * Office is up, and calls before the association fail.
 */
if (typeof Office === 'undefined') {
  void openPane(({ showNotice }, root) => {
    showNotice(root);
  });
} else {
  const officeReady = Office.onReady();
  const features = new Features(isSetSupported);
  const session = new Session(new ExcelHost(officeReady, () => features.prove(lookAtDataTypes).catch(() => undefined)));
  const delivery = new Delivery({
    expectedMs: () => session.client?.expectedMs ?? 0,
    mustWait: () => features.properties === 'on',
    onTrim: () => {
      session.note(WITHOUT_PROPERTIES);
    },
  });
  session.onChange(() => {
    ({ richValues: features.richValues, properties: features.properties } = session.settings);
  });
  for (const declaration of FUNCTIONS) {
    CustomFunctions.associate(
      declaration.id,
      declaration instanceof LazyFunction && declaration.isStream
        ? streamFunction(declaration, session, features)
        : cellFunction(declaration, session, features, delivery),
    );
  }

  associateCommands(session);

  void officeReady.then((info) => {
    // Null in a plain browser, whatever the types say.
    if (info.host as Office.HostType | null) {
      // Cells come first: the rest is loaded once their settings are known.
      insist(session, async () => {
        session.cells.early = [];
        await session.ready;
        const { afterStart } = await loadCode(() => import('./late'));
        afterStart(session, features);
      });
      return whenVisible(info).then(() =>
        openPane(({ showPane }, root) => {
          showPane(session, root);
        }),
      );
    }
    return openPane(({ showNotice }, root) => {
      showNotice(root);
    });
  });
}

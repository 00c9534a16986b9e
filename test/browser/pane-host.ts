import { Session } from '../../src/app/session';
import { mountPane } from '../../src/taskpane/mount';
import { createMemoryHost } from '../support/memory-host';

/** A page around the pane as a spreadsheet would be, for the browser tests; they reach what it is made of through `paneTest`. */
const given = new URLSearchParams(location.search);
const host = createMemoryHost({ apiKey: given.get('apiKey') ?? '', serviceAddress: given.get('serviceAddress') ?? '' });
const session = new Session(host, { retryMs: 1 });
const root = document.getElementById('pane') ?? document.body;
const unmount = mountPane(root, session);

const paneTest = { host, session, unmount };
Object.assign(window, { paneTest });

declare global {
  interface Window {
    paneTest: { host: ReturnType<typeof createMemoryHost>; session: Session; unmount: () => void };
  }
}

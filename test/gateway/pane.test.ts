import { violationsOn } from '../browser/accessibility';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { ADD_IN, useOffice } from '../excel/opened';
import { tokenCommand } from './add-token';
import { GatewayProcess, through } from './node-process';

/** A folder to keep pictures in, for people to look at. */
const PICTURES = process.env.PANE_PICTURES;

const folder = mkdtempSync(path.join(tmpdir(), 'md-gateway-pane-'));
const tokens = path.join(folder, 'tokens.json');
const notices = path.join(folder, 'notices.txt');
/** The address of a service that was entered before there was a gateway. */
const ELSEWHERE = 'https://service.example';

/** What the add-in keeps for the user on this computer. */
const storedIn = (pane: Frame, name: string): Promise<string | null> =>
  pane.evaluate((key) => localStorage.getItem(key), `_OfficeRuntime_Storage_${name}`);

/** Shows a tab of the pane once its content is there. */
async function choose(pane: Frame, name: 'Settings' | 'Activity'): Promise<void> {
  await pane.getByRole('tab', { name }).click();
}

describe('the pane of an add-in from a running gateway', () => {
  const office = useOffice();
  let gateway: GatewayProcess | undefined;

  afterEach(async () => {
    await office.closeWorkbooks();
    await gateway?.stop();
  });

  test('asks for a token and nothing else, then names the person and shows the notices of the gateway', async () => {
    writeFileSync(notices, 'The service is closed on Sunday\n');
    const added = await tokenCommand('add', 'ann', '--tokens', tokens);
    gateway = await GatewayProcess.start([
      ...['--sandbox', '--tokens', tokens, '--notices', notices, '--quota', '5000', '--quotes-fresh', '30'],
      ...['--files', ADD_IN],
    ]);
    const excel = await office.open({ stored: { 'md.serviceAddress': ELSEWHERE }, answer: through(gateway) });
    expect(await excel.call('QUOTE', [['EURUSD']])).toMatchObject({
      message: 'This gateway requires a personal token: enter yours in the MD pane (401)',
    });
    await excel.showPane();
    const { pane, page } = excel;
    await choose(pane, 'Settings');
    await pane.getByText("Your firm's gateway serves this add-in.").waitFor();
    expect(await pane.getByLabel('Service address').count()).toBe(0);
    const token = pane.getByLabel('Personal token', { exact: true });
    await pane.getByRole('button', { name: 'Test connection' }).click();
    await pane.getByText('Enter your personal token.').waitFor();
    await token.fill('md_wrong');
    await pane.getByRole('button', { name: 'Test connection' }).click();
    await pane.getByText(/The gateway does not know this token/).waitFor();
    await token.fill(added);
    await pane.getByRole('button', { name: 'Test connection' }).click();
    await pane.getByText('The gateway accepted the token.').waitFor();
    await pane.getByRole('button', { name: 'Save' }).click();
    await pane.getByText("Connected through your firm's gateway as ann.").waitFor();
    expect(await violationsOn(excel.pane)).toEqual([]);
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, 'gateway settings.png') });

    // The token can never go to the service whose address was entered before.
    expect(await storedIn(pane, 'md.serviceAddress')).toBeNull();

    expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({ value: [[expect.anything()]] });
    await choose(pane, 'Activity');
    const said = pane.getByRole('region', { name: 'Gateway' });
    await said.getByText(/^Requests to the service today: [1-9]\d* of 5,000\.$/).waitFor();
    expect(await said.getByRole('paragraph').allInnerTexts()).toEqual([
      'The service is closed on Sunday',
      'Your gateway keeps quotes for at most 30 s.',
      expect.stringMatching(/^Requests/),
    ]);
    // The pane's own questions to the gateway are none of the requests that cost something.
    const requests = await pane.locator('details li span').allTextContents();
    expect(requests.some((one) => one.startsWith('/currencies/quotes?symbols=EURUSD'))).toBe(true);
    expect(requests).not.toContain('/me');
    // It is said once, not by the gateway and by the notes.
    expect(await pane.getByText('The service is closed on Sunday').count()).toBe(1);
    expect(await violationsOn(excel.pane)).toEqual([]);
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, 'gateway activity.png') });

    await choose(pane, 'Settings');
    await pane.getByRole('button', { name: 'Remove token' }).click();
    await pane.getByText('The token is removed from this computer.').waitFor();
    expect(await storedIn(pane, 'md.apiKey')).toBeNull();
  });

  test('asks for nothing if no token is needed', async () => {
    gateway = await GatewayProcess.start(['--sandbox', '--files', ADD_IN]);
    const excel = await office.open({ stored: {}, answer: through(gateway) });
    expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({ value: [[expect.anything()]] });
    await excel.showPane();
    const { pane } = excel;
    await choose(pane, 'Settings');
    await pane.getByText("Connected through your firm's gateway.").waitFor();
    expect(await pane.getByLabel(/token|key|Service address/i).count()).toBe(0);
    expect(await violationsOn(excel.pane)).toEqual([]);
  });
});

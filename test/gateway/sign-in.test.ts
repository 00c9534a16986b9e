import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { violationsOn } from '../browser/accessibility';
import type { EmulatedExcel } from '../excel/emulator/emulated-excel';
import { ADD_IN, useOffice } from '../excel/opened';
import { AUDIENCE, CLIENT, RealIssuer } from './issuer';
import { GatewayProcess, through } from './node-process';

/** A folder to keep pictures in, for people to look at. */
const PICTURES = process.env.PANE_PICTURES;

const SENTENCE = { error: '#N/A', message: 'Sign in, in the MD pane' };
const QUOTE = { name: 'QUOTE', args: [[['EURUSD']]] };

describe('an add-in whose gateway wants a sign-in', () => {
  // The page's clock says when a token ends, which the issuer's has given.
  const office = useOffice({ clockSpeed: 1 });
  const log = path.join(mkdtempSync(path.join(tmpdir(), 'md-sign-in-')), 'log');
  let issuer: RealIssuer;
  let gateway: GatewayProcess;

  beforeAll(async () => {
    issuer = await RealIssuer.start();
    gateway = await GatewayProcess.start([
      ...['--sandbox', '--oidc-issuer', issuer.url, '--oidc-audience', AUDIENCE],
      ...['--oidc-client-id', CLIENT, '--oidc-scope', 'openid access', '--log', log, '--files', ADD_IN],
    ]);
  });
  afterEach(() => office.closeWorkbooks());
  afterAll(() => Promise.all([gateway.stop(), issuer.stop()]));

  async function openPane(): Promise<EmulatedExcel> {
    const excel = await office.open({ stored: {}, answer: through(gateway), isAlone: true });
    await issuer.change({ backs: [`${excel.addInUrl}/sign-in.html`] });
    await excel.showPane();
    return excel;
  }

  /** Clicks, and says in the provider's window who it is. */
  async function signIn(excel: EmulatedExcel, name: string): Promise<void> {
    const opened = excel.page.waitForEvent('popup');
    await excel.pane.getByRole('button', { name: 'Sign in', exact: true }).click();
    const popup = await opened;
    const closed = popup.waitForEvent('close');
    await popup.getByLabel('Name').fill(name);
    await popup.getByRole('button', { name: 'Next' }).click();
    await closed;
  }

  test('shows a quote after a click and a name, with no token typed, and keeps none anywhere', async () => {
    const excel = await openPane();
    const { pane, page } = excel;
    const addresses: string[] = [];
    page.context().on('request', (request) => addresses.push(request.url()));
    const tokens = tokensSeen(page);
    await pane.getByText("Sign in with your firm's account.").waitFor();
    expect(await violationsOn(pane)).toEqual([]);
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, 'signed out.png') });
    expect(await excel.enter('A1', QUOTE)).toMatchObject(SENTENCE);

    const recalculated = excel.nextRecalculation();
    await signIn(excel, 'ann');
    await pane.getByText("Connected through your firm's gateway as ann@firm.example.").waitFor();
    await recalculated;
    expect(excel.valueOf('A1')).toEqual({ value: [[expect.anything()]] });
    expect(await violationsOn(pane)).toEqual([]);
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, 'signed in.png') });

    const secrets = (await tokens()).flatMap((token) => token.split('.'));
    expect(secrets.length).toBeGreaterThanOrEqual(3);
    const stored = await pane.evaluate(async () =>
      JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.cookie,
        await indexedDB.databases(),
      ]),
    );
    const kept = [stored, ...addresses, readFileSync(log, 'utf8'), gateway.output, await gateway.metrics()].join('\n');
    expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
    expect(readFileSync(log, 'utf8')).not.toMatch(/[?&]code=/);
  });

  test('signs out, and another person in', async () => {
    const excel = await openPane();
    const { pane } = excel;
    await signIn(excel, 'ann');
    await pane.getByText('as ann@firm.example.').waitFor();
    await pane.getByRole('button', { name: 'Sign out' }).click();
    await pane.getByText("Sign in with your firm's account.").waitFor();
    expect(await excel.enter('A1', QUOTE)).toMatchObject(SENTENCE);
    await signIn(excel, 'ben');
    await pane.getByText('as ben@firm.example.').waitFor();
  });

  test('takes a token instead', async () => {
    const excel = await openPane();
    await excel.pane.getByRole('button', { name: 'Use a token instead' }).click();
    await excel.pane.getByLabel('Personal token', { exact: true }).fill('md_wrong');
    await excel.pane.getByRole('button', { name: 'Test connection' }).click();
    await excel.pane.getByText(/The gateway does not know this token/).waitFor();
    await excel.pane.getByRole('button', { name: 'Sign in instead' }).click();
    await excel.pane.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  });

  test('stays signed out if the window is closed, and says so', async () => {
    const excel = await openPane();
    const opened = excel.page.waitForEvent('popup');
    await excel.pane.getByRole('button', { name: 'Sign in', exact: true }).click();
    const popup = await opened;
    await popup.getByLabel('Name').waitFor();
    await excel.pane.getByText('Signing in…').waitFor();
    await popup.close();
    await excel.pane.getByText("Sign in with your firm's account.").waitFor();
  });
});

/** Tokens that the page has got from the issuer. */
function tokensSeen(page: Page): () => Promise<string[]> {
  const answers: Promise<string[]>[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/token') || response.request().method() !== 'POST') return;
    answers.push(
      response
        .json()
        .then((body: Record<string, unknown>) =>
          ['access_token', 'id_token'].flatMap((name) => (typeof body[name] === 'string' ? body[name] : [])),
        ),
    );
  });
  return async () => (await Promise.all(answers)).flat();
}

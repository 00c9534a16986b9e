import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { violationsOn } from '../browser/accessibility';
import type { EmulatedExcel } from '../excel/emulator/emulated-excel';
import { CURRENT } from '../excel/emulator/app-context';
import { ADD_IN, type OpenOptions, useOffice } from '../excel/opened';
import { tokenCommand } from './add-token';
import { AUDIENCE, CLIENT, RealIssuer } from './issuer';
import { until } from '../support/until';
import { watchWhatIsKept } from './kept';
import { GatewayProcess, through } from './node-process';
import { closeScenes } from './scene';
import { SIGNING, SigningFirm } from './signing-excel';

/** A folder to keep pictures in, for people to look at; docs/gateway.md shows them. */
const PICTURES = process.env.PANE_PICTURES;

const SENTENCE = { error: '#N/A', message: 'Sign in, in the MD pane' };
const VALUE = { value: [[expect.anything()]] };
const QUOTE = { name: 'QUOTE', args: [[['EURUSD']]] };

// The page's clock says when a token ends, which the issuer's has given.
const office = useOffice({ clockSpeed: 1 });

describe('an add-in whose gateway wants a sign-in', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'md-sign-in-'));
  const [log, tokens] = [path.join(folder, 'log'), path.join(folder, 'tokens.json')];
  let issuer: RealIssuer;
  let gateway: GatewayProcess;

  beforeAll(async () => {
    issuer = await RealIssuer.start();
    writeFileSync(tokens, '[]');
    gateway = await GatewayProcess.start([
      ...['--sandbox', '--oidc-issuer', issuer.url, '--oidc-audience', AUDIENCE],
      ...['--oidc-client-id', CLIENT, '--oidc-scope', 'openid access', '--log', log, '--files', ADD_IN],
      ...['--tokens', tokens],
    ]);
  });
  afterEach(() => office.closeWorkbooks());
  afterAll(() => Promise.all([gateway.stop(), issuer.stop()]));

  async function openPane(traits: OpenOptions = {}): Promise<EmulatedExcel> {
    const excel = await office.open({ stored: {}, answer: through(gateway), ...traits });
    await issuer.change({ backs: [`${excel.addInUrl}/sign-in.html`] });
    await excel.showPane();
    return excel;
  }

  /**
   * Clicks, and says in the provider's window who it is.
   *
   * @param lets lets Office open the window, where it asks
   */
  async function signIn(excel: EmulatedExcel, name: string, lets?: () => Promise<void>): Promise<void> {
    const opened = excel.page.waitForEvent('popup');
    await excel.pane.getByRole('button', { name: 'Sign in', exact: true }).click();
    await lets?.();
    const popup = await opened;
    const closed = popup.waitForEvent('close');
    await popup.getByLabel('Name').fill(name);
    await popup.getByRole('button', { name: 'Next' }).click();
    await closed;
  }

  test('shows a quote after a click and a name, with no token typed, and keeps none anywhere', async () => {
    const excel = await openPane();
    const { pane, page } = excel;
    const [kept, tokens] = [watchWhatIsKept(excel), tokensSeen(page)];
    await pane.getByText("Sign in with your firm's account.").waitFor();
    expect(await violationsOn(pane)).toEqual([]);
    await takePicture(excel, 'signed-out');
    expect(await excel.enter('A1', QUOTE)).toMatchObject(SENTENCE);

    const recalculated = excel.nextRecalculation();
    await signIn(excel, 'ann');
    await pane.getByText("Connected through your firm's gateway as ann@firm.example.").waitFor();
    await recalculated;
    expect(excel.valueOf('A1')).toEqual(VALUE);
    expect(await violationsOn(pane)).toEqual([]);
    await takePicture(excel, 'signed-in');

    const secrets = (await tokens()).flatMap((token) => token.split('.'));
    expect(secrets.length).toBeGreaterThanOrEqual(3);
    const all = [await kept(), readFileSync(log, 'utf8'), gateway.output, await gateway.metrics()].join('\n');
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
    expect(readFileSync(log, 'utf8')).not.toMatch(/[?&]code=/);
  });

  test('signs one person out and another in, and shows a barred person as barred, not as connected', async () => {
    const excel = await openPane();
    await signIn(excel, 'eve');
    await excel.pane.getByText('as eve@firm.example.').waitFor();
    expect(await excel.enter('A1', QUOTE)).toEqual(VALUE);
    await tokenCommand('bar', 'eve@firm.example', '--tokens', tokens);
    await until(async () => /^md_barred(?:\{.*\})? 1$/m.test(await gateway.metrics()));
    // The pane asks each minute, and whenever another person has signed in.
    await excel.pane.getByRole('button', { name: 'Sign out' }).click();
    await excel.pane.getByText("Sign in with your firm's account.").waitFor();
    expect(await excel.enter('A1', QUOTE)).toMatchObject(SENTENCE);
    await signIn(excel, 'eve');
    await excel.pane.getByText('eve@firm.example is barred from this gateway: ask its administrator').waitFor();
    expect(await excel.pane.getByText('Connected through').count()).toBe(0);
    await excel.pane.getByRole('button', { name: 'Sign out' }).click();
    await signIn(excel, 'ben');
    await excel.pane.getByText('as ben@firm.example.').waitFor();
  });

  test('signs in through the dialog of office.js, which first asks for permission to open', async () => {
    const excel = await openPane({ requirementSets: { ...CURRENT.requirementSets, DialogApi: 1.1 } });
    await signIn(excel, 'ann', () => excel.pane.getByRole('button', { name: 'Allow' }).click());
    await excel.pane.getByText('as ann@firm.example.').waitFor();
    expect(await excel.enter('A1', QUOTE)).toEqual(VALUE);
  });

  test('takes a token instead; stays signed out if the window is closed, and says so', async () => {
    const excel = await openPane();
    await excel.pane.getByRole('button', { name: 'Use a token instead' }).click();
    await excel.pane.getByLabel('Personal token', { exact: true }).fill('md_wrong');
    await excel.pane.getByRole('button', { name: 'Test connection' }).click();
    await excel.pane.getByText(/The gateway does not know this token/).waitFor();
    await excel.pane.getByRole('button', { name: 'Sign in instead' }).click();
    await excel.pane.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    const opened = excel.page.waitForEvent('popup');
    await excel.pane.getByRole('button', { name: 'Sign in', exact: true }).click();
    const popup = await opened;
    await popup.getByLabel('Name').waitFor();
    await excel.pane.getByText('Signing in…').waitFor();
    await popup.close();
    await excel.pane.getByText("Sign in with your firm's account.").waitFor();
  });
});

describe('an add-in in an Excel that signs its people in', () => {
  let firm: SigningFirm;

  beforeEach(async () => {
    firm = await SigningFirm.open();
  });
  afterEach(async () => {
    await office.closeWorkbooks();
    firm.close();
    closeScenes();
  });

  async function open(): Promise<EmulatedExcel> {
    const excel = await office.open({
      ...SIGNING,
      stored: {},
      answer: firm.answer,
      isAlone: true,
      startsWithCalculation: true,
    });
    await firm.vouchOn(excel.page);
    return excel;
  }

  test('has a quote in a cell with nothing clicked or typed, and keeps the token nowhere', async () => {
    const excel = await open();
    const kept = watchWhatIsKept(excel);
    expect(await excel.enter('A1', QUOTE)).toEqual(VALUE);
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Settings' }).click();
    await excel.pane.getByText("Connected through your firm's gateway as ann@firm.example.").waitFor();
    expect(firm.asked).toEqual(['GetToken']);
    const secrets = firm.tokens.flatMap((token) => token.split('.'));
    expect(secrets).toHaveLength(3);
    const all = await kept();
    expect(all).toContain('/api/currencies/quotes');
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  });

  test('says in cells and pane to sign in once the user has refused, and asks again after a click alone', async () => {
    firm.refusals = ['USER_INTERACTION_REQUIRED', 'USER_CANCEL'];
    const excel = await open();
    expect(await excel.enter('A1', QUOTE)).toMatchObject(SENTENCE);
    expect(await excel.enter('A2', QUOTE)).toMatchObject(SENTENCE);
    expect(firm.asked).toEqual(['GetToken', 'GetTokenPopup']);
    await excel.showPane();
    const recalculated = excel.nextRecalculation();
    await excel.pane.getByRole('button', { name: 'Sign in', exact: true }).click();
    await recalculated;
    expect([excel.valueOf('A1'), excel.valueOf('A2')]).toEqual([VALUE, VALUE]);
  });

  test('opens the issuer’s window if Excel fails', async () => {
    firm.refusals = ['PERSISTENT_ERROR'];
    const excel = await open();
    expect(await excel.enter('A1', QUOTE)).toMatchObject(SENTENCE);
    await excel.showPane();
    await excel.page.context().route('https://login.microsoftonline.com/**', (route) => route.abort());
    const opened = excel.page.waitForEvent('popup');
    await excel.pane.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect(new URL((await opened).url()).pathname).toBe('/sign-in.html');
    expect(firm.asked).toEqual(['GetToken']);
  });
});

async function takePicture({ pane }: EmulatedExcel, name: string): Promise<void> {
  if (!PICTURES) return;
  await pane
    .locator('.md-panel:not([hidden]) section')
    .first()
    .screenshot({ path: path.join(PICTURES, `${name}-light.png`), animations: 'disabled' });
}

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

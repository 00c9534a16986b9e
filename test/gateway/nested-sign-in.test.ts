import { useOffice } from '../excel/opened';
import type { EmulatedExcel } from '../excel/emulator/emulated-excel';
import { watchWhatIsKept } from './kept';
import { closeScenes } from './scene';
import { SIGNING, SigningFirm } from './signing-excel';

const QUOTE = { name: 'QUOTE', args: [[['EURUSD']]] };
const VALUE = { value: [[expect.anything()]] };
const SENTENCE = { error: '#N/A', message: 'Sign in, in the MD pane' };

describe('an add-in in an Excel that signs its people in', () => {
  // The page's clock says when a token ends.
  const office = useOffice({ clockSpeed: 1 });
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

  test('has Excel ask its user once if it must, and cells wait for the answer', async () => {
    firm.refusals = ['USER_INTERACTION_REQUIRED'];
    const excel = await open();
    expect(await excel.enter('A1', QUOTE)).toEqual(VALUE);
    expect(firm.asked).toEqual(['GetToken', 'GetTokenPopup']);
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

import { type ICellData, ObjectMatrix } from '@univerjs/core';
import {
  AFTER_CELL_EDIT,
  CellAlertManagerService,
  type ISheetClipboardHook,
  ISheetClipboardService,
  SetSelectionsOperation,
  SetWorksheetActiveOperation,
  SheetInterceptorService,
} from '@univerjs/preset-sheets-core';
import type { CallLedger } from '../../../../src/workbench/engine/call-ledger';
import { followSelection, showMessages, showNumberReadAsEnglish } from '../../../../src/workbench/page/messages';
import { loadLanguage } from '../../../../src/taskpane/texts/language';
import type { Session } from '../../../../src/app/session';
import { OpenedWorkbook } from '../../../support/opened-workbook';

// The engine's edition without a page has no kinds of cards, and no clipboard.
jest.mock('@univerjs/preset-sheets-core', () => ({
  ...jest.requireActual<object>('@univerjs/preset-sheets-core'),
  CellAlertType: { WARNING: 1 },
  ISheetClipboardService: 'clipboard',
}));

const KEY = 'SHEET_FORMULA_ALERT';
const bench = new OpenedWorkbook();
const { sheet } = bench;
const [bar, pane] = [new EventTarget(), new EventTarget()];
const cards = new Set<string>();
const said: string[] = [];
const say = jest.fn<string, [string]>();
/** The engine's cards, which need a page. */
const alerts = {
  showAlert: ({
    key,
    message = '',
  }: {
    readonly key: string;
    readonly location: object;
    readonly message?: string;
  }) => {
    cards.add(key);
    said.push(message);
  },
  removeAlert: (key: string) => void cards.delete(key),
};
let pasting: ISheetClipboardHook;

beforeAll(() => {
  const serviceOf = sheet.serviceOf.bind(sheet);
  const clipboard = { addClipboardHook: (hook: ISheetClipboardHook) => (pasting = hook) };
  const ofPage = new Map<unknown, object>([
    [CellAlertManagerService, alerts],
    [ISheetClipboardService, clipboard],
  ]);
  sheet.serviceOf = ((service: unknown) =>
    ofPage.get(service) ?? serviceOf(service as never)) as typeof sheet.serviceOf;
  showMessages(sheet, { outcomesAt: () => [] } as unknown as CallLedger, [bar, pane], say);
  showNumberReadAsEnglish(sheet, 'de-DE', say);
});

beforeEach(() => {
  said.splice(0);
  say.mockImplementation((sentence) => sentence);
});

function showCard(first: ICellData = { v: '#DIV/0!' }, second: ICellData = { v: 1 }): void {
  sheet.openWorkbook({
    id: crypto.randomUUID(),
    sheetOrder: ['one', 'two'],
    sheets: {
      one: { id: 'one', name: 'One', cellData: { 0: { 0: first, 1: second } } },
      two: { id: 'two', name: 'Two' },
    },
  });
  const location = { unitId: sheet.workbook.getUnitId(), subUnitId: 'one', row: 0, col: 0 };
  alerts.showAlert({ key: KEY, location });
  expect(cards).toEqual(new Set([KEY]));
}

const setValue = (address: string, v: unknown): Promise<void> =>
  bench.change('sheet.command.set-range-values', address, { value: { v } });

test.each<[string, () => Promise<unknown>]>([
  [
    'another cell is selected',
    () => {
      const range = { startRow: 4, endRow: 4, startColumn: 2, endColumn: 2 };
      const [unitId, subUnitId] = [sheet.workbook.getUnitId(), 'one'];
      return sheet.commands.executeCommand(SetSelectionsOperation.id, {
        unitId,
        subUnitId,
        selections: [{ range, primary: null, style: null }],
      });
    },
  ],
  [
    'another sheet is shown',
    () =>
      sheet.commands.executeCommand(SetWorksheetActiveOperation.id, {
        unitId: sheet.workbook.getUnitId(),
        subUnitId: 'two',
      }),
  ],
  ['its cell gets a value', () => setValue('A1', 5)],
  ['its cell gets another error', () => setValue('A1', '#N/A')],
  [
    'its row is deleted',
    () => {
      const range = { startRow: 0, endRow: 0, startColumn: 0, endColumn: 1 };
      return sheet.commands.executeCommand('sheet.command.remove-row-by-range', {
        unitId: sheet.workbook.getUnitId(),
        subUnitId: 'one',
        range,
      });
    },
  ],
  ['the pane is clicked', () => Promise.resolve(pane.dispatchEvent(new Event('pointerdown')))],
  ['the pane gets the focus', () => Promise.resolve(pane.dispatchEvent(new Event('focusin')))],
  ['a button of the bar is clicked', () => Promise.resolve(bar.dispatchEvent(new Event('pointerdown')))],
])('the card over an error cell closes when %s', async (_, change) => {
  showCard();
  await change();
  expect(cards).toEqual(new Set());
});

const IN_GERMAN: readonly (readonly [shown: string, formula: string, sentence: string])[] = [
  ['#DIV/0!', '=1/0', 'Die Formel teilt durch null oder durch eine leere Zelle'],
  ['#NAME?', '=FOO(1)', 'Keine Funktion und kein Name schreibt sich so'],
  ['#NAME?', '=MD.QUOT(1)', 'MD.QUOT gibt es nicht. Meinten Sie MD.QUOTE?'],
  ['#NAME?', '=BDP("EUR Curncy","PX_LAST")', 'BDP gehört zu einem anderen Produkt'],
  ['#REF!', '=#REF!+1', 'Die Formel bezieht sich auf Zellen, die es nicht gibt'],
  ['#CYCLE!', '=A1+1', 'Der Wert hängt von sich selbst ab'],
];

test.each(IN_GERMAN)('the card over %s of %s has our sentence in the language of the user', async (v, f, sentence) => {
  const german = await loadLanguage('de');
  say.mockImplementation((english) => german.reason(english) ?? english);
  showCard({ v, f });
  expect(said).toEqual([expect.stringContaining(sentence)]);
});

test('the card over a cell that takes its error from another names that one', async () => {
  const german = await loadLanguage('de');
  say.mockImplementation((english) => german.reason(english) ?? english);
  showCard({ v: '#DIV/0!', f: '=B1+1' }, { v: '#DIV/0!', f: '=1/0' });
  expect(said).toEqual(['aus One!B1: Die Formel teilt durch null oder durch eine leere Zelle']);
});

test('the card over an error cell stays when another cell gets a value', async () => {
  showCard();
  await setValue('B1', 2);
  expect(cards).toEqual(new Set([KEY]));
});

test.each([
  ['1,5', 'English: 1.5'],
  ['-1.234,50', 'English: -1,234.50'],
  ['12,5 %', 'English: 12.5%'],
  ['1.000.000', 'English: 1,000,000'],
  ['1.250,50', 'English: 1,250.50'],
])('a number as in German, %s, stays a text, and a card says how the grid takes it', async (text, end) => {
  showCard();
  said.splice(0);
  await bench.change('sheet.command.set-range-values', 'A1', { value: { v: text }, redoUndoId: 'typed' });
  expect(said).toEqual([expect.stringContaining(end)]);
});

/** Types into A1 what the editor stores as a value. */
async function type(text: string, v: number): Promise<void> {
  const { workbook } = sheet;
  const [unitId, subUnitId, worksheet] = [workbook.getUnitId(), 'one', workbook.getActiveSheet()];
  const location = { workbook, worksheet, unitId, subUnitId, row: 0, col: 0, origin: null };
  sheet.serviceOf(SheetInterceptorService).writeCellInterceptor.fetchThroughInterceptors(AFTER_CELL_EDIT)(
    { v: text },
    location,
  );
  await bench.change('sheet.command.set-range-values', 'A1', { value: { v }, redoUndoId: 'typed' });
}

test.each([
  ['1,500', 1500, 'This is 1500 here. The grid takes numbers as in English: 1.500'],
  ['1.500', 1.5, 'This is 1.5 here. The grid takes numbers as in English: 1,500'],
  ['-12.345.678', -12.345678, 'This is -12.345678 here. The grid takes numbers as in English: -12,345,678'],
  ['1,500%', 15, 'This is 15 here. The grid takes numbers as in English: 1.500%'],
])('a number as in German, %s, is another one as in English, and a card says so', async (text, number, sentence) => {
  showCard();
  said.splice(0);
  await type(text, number);
  expect(said).toEqual([sentence]);
});

test.each([
  ['1.5', 1.5],
  ['1234.5', 1234.5],
  ['0.125', 0.125],
  ['1500', 1500],
  ['5%', 0.05],
])('no card says anything of %s, which is the same number', async (text, number) => {
  showCard();
  said.splice(0);
  await type(text, number);
  expect(said).toEqual([]);
});

test.each(['1.5', 'EURUSD', '1,5 or 2', ',', '1.2.3'])('no card says anything of %s', async (text) => {
  showCard();
  said.splice(0);
  await bench.change('sheet.command.set-range-values', 'A1', { value: { v: text }, redoUndoId: 'typed' });
  expect(said).toEqual([]);
});

/** Pastes texts into A1 and B1, which become these values. */
function paste(texts: readonly string[], values: readonly (string | number)[], from?: object): void {
  const [v = '', other = ''] = values;
  showCard({ v }, { v: other });
  said.splice(0);
  const target = { unitId: sheet.workbook.getUnitId(), subUnitId: 'one', range: { rows: [0], cols: [0, 1] } };
  const cells = new ObjectMatrix<ICellData>({ 0: Object.fromEntries(texts.map((text, at) => [at, { v: text }])) });
  pasting.onPasteCells!((from ?? null) as never, target, cells, {} as never);
  pasting.onAfterPaste!(true);
}

test.each([
  [['12.500', '1,5'], [12.5, '1,5'], 'This is 12.5 here. The grid takes numbers as in English: 12,500'],
  [['1,5', '10,000'], ['1,5', 10_000], 'This is 10000 here. The grid takes numbers as in English: 10.000'],
  [['a', '1,5'], ['a', '1,5'], 'This stays a text. The grid takes numbers as in English: 1.5'],
])('of pasted numbers as in German, %j, a card says how the grid has taken one', (texts, values, sentence) => {
  paste(texts, values);
  expect(said).toEqual([sentence]);
});

test('no card says anything of pasted numbers that are the same in German, nor of cells of the grid', () => {
  paste(['1.5', '1500'], [1.5, 1500]);
  expect(said).toEqual([]);
  paste(['1,5', '12.500'], ['1,5', 12.5], { unitId: 'x' });
  expect(said).toEqual([]);
});

test('a card goes when something else is pasted', () => {
  paste(['12.500'], [12.5]);
  expect(cards).toContain('NUMBER_KEPT_AS_TEXT');
  paste(['5'], [5]);
  expect(cards).not.toContain('NUMBER_KEPT_AS_TEXT');
});

test('a selected text that is a number in German says for as long as it is selected how the grid takes it', async () => {
  showCard();
  let draw: FrameRequestCallback | undefined;
  globalThis.requestAnimationFrame = (next) => {
    draw = next;
    return 1;
  };
  const messages: string[] = [];
  const session = { cells: { lastAt: () => undefined } } as unknown as Session;
  const ledger = { outcomesAt: () => [] } as unknown as CallLedger;
  const range = { startRow: 0, endRow: 0, startColumn: 1, endColumn: 1 };
  const primary = { actualRow: 0, actualColumn: 1, ...range, isMerged: false, isMergedMainCell: false };
  followSelection(sheet, ledger, session, 'de-DE', say, (message) => messages.push(message));
  for (const [value, text] of [
    ['1.250,50', 'B1: This stays a text. The grid takes numbers as in English: 1,250.50'],
    ['EURUSD', ''],
    ['1.000.000', 'B1: This stays a text. The grid takes numbers as in English: 1,000,000'],
    [1.25, ''],
  ] as const) {
    await setValue('B1', value);
    await sheet.commands.executeCommand(SetSelectionsOperation.id, {
      unitId: sheet.workbook.getUnitId(),
      subUnitId: 'one',
      selections: [{ range, primary, style: null }],
    });
    draw!(0);
    expect(messages.at(-1)).toBe(text);
  }
});

import type { ICellData } from '@univerjs/core';
import {
  CellAlertManagerService,
  SetSelectionsOperation,
  SetWorksheetActiveOperation,
} from '@univerjs/preset-sheets-core';
import type { CallLedger } from '../../../../src/workbench/engine/call-ledger';
import { showMessages } from '../../../../src/workbench/page/messages';
import { loadLanguage } from '../../../../src/taskpane/texts/language';
import { OpenedWorkbook } from '../../../support/opened-workbook';

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

beforeAll(() => {
  const serviceOf = sheet.serviceOf.bind(sheet);
  sheet.serviceOf = ((service: unknown) =>
    service === CellAlertManagerService ? alerts : serviceOf(service as never)) as typeof sheet.serviceOf;
  showMessages(sheet, { outcomesAt: () => [] } as unknown as CallLedger, [bar, pane], say);
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
  ['#N/A', '=ROUND(2,345,2)', 'ROUND nimmt höchstens 2 Argumente'],
  ['#N/A', '=SUM(IF(B1))', 'IF braucht mindestens 2 Argumente'],
  ['#N/A', '=NA()+SUM(1,2)', 'Was die Formel sucht, gibt es nicht'],
  ...['=1+', '=SUM(1+*2)', '=IF(B1>,2,3)', '=*2', '=2<>'].map(
    (formula) => ['#VALUE!', formula, 'Vor oder hinter einem Operator der Formel fehlt etwas'] as const,
  ),
  ...['=-"a"', '="a+"*--B1', "='x-'!A1+1", '=B1<>-1+"-"', '=B1>="a"*2'].map(
    (formula) => ['#VALUE!', formula, 'Ein Wert ist nicht von der Art'] as const,
  ),
  ['#SPILL!', '=SEQUENCE(1,16385)', 'der Rand des Blatts'],
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

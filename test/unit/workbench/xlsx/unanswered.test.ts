import { IUniverInstanceService } from '@univerjs/core';
import { SetRangeValuesCommand } from '@univerjs/preset-sheets-core';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { engineRangeOf } from '../../../../src/workbench/engine/cell-position';
import { parseA1 } from '../../../../src/core/sheet';
import { workbookFromFile, writtenFile } from '../../../../src/workbench/xlsx/xlsx';
import { NodeWorkbench } from '../../../support/node-workbench';

const SHEET = 'xl/worksheets/sheet2.xml';
/** From B2 on. */
const FORMULAS = [
  '=MD.QUOTE(A2:A4,"bid,ask")',
  null,
  '=B3*1000',
  '=IF(ISERROR(SUM(C2:C4)),"SELL","hold")',
  '=IFERROR(MD.QUOTE("EURUSD","bid"),"none")',
  '=SORT(B2:B4)',
  '=SUM(G3:G4)',
  '=A6*2',
  '=A6*B2',
  '=MD.QUOTE("NOSUCH","bid")',
];

async function after(bench: NodeWorkbench, change: () => unknown): Promise<void> {
  const settled = bench.settled();
  await change();
  await settled;
}

const enter = (bench: NodeWorkbench, address: string, value: object): Promise<void> =>
  after(bench, () => {
    const block = parseA1(address, 'Model')!;
    const { unitId, sheetId: subUnitId } = bench.sheet.positionOf(block);
    const target = { unitId, subUnitId, range: engineRangeOf(block) };
    return bench.sheet.commands.executeCommand(SetRangeValuesCommand.id, { ...target, value: [[value]] });
  });

/** Opens a file. What has settled first may be the workbook before. */
async function open(bench: NodeWorkbench, bytes: Uint8Array): Promise<void> {
  const { data } = await workbookFromFile(bytes, 'Saved', {});
  bench.openNew({ ...data, id: crypto.randomUUID() });
  bench.sheet.serviceOf(IUniverInstanceService).focusUnit(bench.sheet.workbook.getUnitId());
  while (bench.outcomesAt(parseA1('B2', 'Model')!).length === 0) await bench.settled();
}

const download = ({ sheet, attachments, unanswered }: NodeWorkbench) =>
  writtenFile(sheet, attachments, {}, unanswered());

const textOf = (bytes: Uint8Array): string => strFromU8(unzipSync(bytes)[SHEET]!);

/** The values of cells in a file. */
const valuesIn = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    [...textOf(bytes).matchAll(/<c r="(\w+)"[^>]*>(?:<f[^>]*>[^<]*<\/f>)?(?:<v>|<is><t[^>]*>)([^<]*)/g)].map(
      ([, address, value]) => [address!, value!],
    ),
  );

let bytes: Uint8Array;

beforeAll(async () => {
  const bench = new NodeWorkbench();
  const symbols = ['EURUSD', 'GBPUSD', 'USDJPY'].map((value) => [{ value }]);
  const rows = [[], ...symbols, [], [{ value: 5 }]];
  await bench.workbook.addSheet({ name: 'Model', columnWidths: [], rows });
  bench.sheet.serviceOf(IUniverInstanceService).focusUnit(bench.sheet.workbook.getUnitId());
  for (const [column, f] of FORMULAS.entries())
    if (f !== null) await enter(bench, `${String.fromCharCode(66 + column)}2`, { f });
  ({ bytes } = await download(bench));
});

const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const status = (code: number) => () => Promise.resolve(Response.json({}, { status: code }));

test.each<[string, () => Promise<Response>]>([
  ['there is no connection', offline],
  ['the key is refused', status(401)],
  ['the service fails', status(500)],
])('a download is the opened file if %s', async (_, answer) => {
  const bench = new NodeWorkbench({ answer });
  await open(bench, bytes);
  const again = await download(bench);
  expect(textOf(again.bytes)).toBe(textOf(bytes));
  expect(again.kept).toBe(14);
});

test('a value of the file stays only where nothing is edited on which it rests', async () => {
  const bench = new NodeWorkbench({ answer: offline });
  await open(bench, bytes);
  await enter(bench, 'A6', { v: 7 });
  const kept = valuesIn(bytes);
  expect(valuesIn((await download(bench)).bytes)).toEqual({ ...kept, A6: '7', I2: '14', J2: '#N/A' });
  await enter(bench, 'A3', { v: 'EURGBP' });
  const { B2, D2, F2 } = valuesIn((await download(bench)).bytes);
  expect({ B2, D2, F2 }).toEqual({ B2: '#N/A', D2: '#N/A', F2: kept.F2 });
});

test('an answer replaces the value of the file, though it is an error', async () => {
  const bench = new NodeWorkbench();
  const parts = unzipSync(bytes);
  const known = textOf(bytes).replace(/(<c r="K2"[^>]*) t="e"([^>]*>.*?<v>)#N\/A/, '$1$25');
  await open(bench, zipSync({ ...parts, [SHEET]: strToU8(known) }));
  const { bytes: now, kept } = await download(bench);
  expect([valuesIn(zipSync({ [SHEET]: strToU8(known) })).K2, valuesIn(now).K2, kept]).toEqual(['5', '#N/A', 0]);
});

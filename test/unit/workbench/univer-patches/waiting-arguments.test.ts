import { workbookFromFile, writtenFile } from '../../../../src/workbench/xlsx/xlsx';
import { NodeWorkbench } from '../../../support/node-workbench';

/** What a row of formulas shows while the quotes are on their way, and once they are there. */
async function before(formulas: readonly string[]) {
  let arrive = (): void => undefined;
  let ask = (): void => undefined;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const held = new Promise<undefined>((resolve) => {
    arrive = () => {
      resolve(undefined);
    };
  });
  const bench = new NodeWorkbench({
    answer: ({ url }) => {
      if (!url.includes('quotes')) return Promise.resolve(undefined);
      ask();
      return held;
    },
  });
  const rows = [formulas.map((formula) => ({ formula }))];
  const sheet = await bench.workbook.addSheet({ name: 'Model', columnWidths: [], rows });
  const read = async () =>
    (await bench.workbook.read([{ sheet, row: 0, column: 0, rows: 1, columns: formulas.length }]))[0]![0]!.map(
      ({ value }) => value,
    );
  await asked;
  const waiting = await read();
  arrive();
  await bench.settled();
  return { waiting, arrived: await read() };
}

test('a formula around a value that is on its way waits with it, whatever it makes of errors', async () => {
  const formulas = [
    '=MD.QUOTE("EURUSD","symbol")',
    '=IFERROR(A1,"no data")',
    '=IF(ISTEXT(A1),A1,"no data")',
    '=COUNTA(A1:A2)',
    '=COUNTIF(A1:A2,"EUR*")',
    '=IF(ISERROR(MD.QUOTE("EURUSD","symbol")),"no data","there")',
    '=IFERROR(XLOOKUP("EURUSD",MD.QUOTE("GBPUSD,EURUSD","symbol"),{1;2}),"no data")',
    '=LET(one,A1#,SUMPRODUCT(--ISTEXT(one)))',
    '=ISERROR(REDUCE("",A1,LAMBDA(all,one,all&one)))',
  ];
  const { waiting, arrived } = await before(formulas);
  expect(waiting).toEqual(formulas.map(() => '#GETTING_DATA'));
  expect(arrived).toEqual(['EURUSD', 'EURUSD', 'EURUSD', 1, 1, 'there', 2, 1, false]);
});

test('a formula does not wait for what it leaves out, or whose place alone it needs', async () => {
  const formulas = [
    '=MD.QUOTE("EURUSD","symbol")',
    '=IF(FALSE,A1,5)',
    '=ROWS(A1:A3)',
    '=INDEX(A1:B1,1,2)',
    '=ERROR.TYPE(A1)',
  ];
  expect((await before(formulas)).waiting).toEqual(['#GETTING_DATA', 5, 3, 5, 8]);
});

test('the cells that a result filled wait with it, and so does what rests on them', async () => {
  const bench = new NodeWorkbench();
  const formulas = ['=MD.QUOTE(G1:G2,"symbol")', '=A2&"!"', '=IF(A2="","SELL","hold")', '=SORT(A1:A2)', '=D2&"!"'];
  const symbols = [{ value: 'EURUSD' }, { value: 'GBPUSD' }];
  const cells = formulas.map((formula) => ({ formula }));
  const rows = [
    [...cells, {}, symbols[0]!],
    [{}, {}, {}, {}, {}, {}, symbols[1]!],
  ];
  const sheet = await bench.workbook.addSheet({ name: 'Model', columnWidths: [], rows });
  await bench.settled();
  const read = async () =>
    (await bench.workbook.read([{ sheet, row: 0, column: 0, rows: 2, columns: 5 }]))[0]!.map((row) =>
      row.map(({ value }) => value),
    );
  expect(await read()).toEqual([
    ['EURUSD', 'GBPUSD!', 'hold', 'EURUSD', 'GBPUSD!'],
    ['GBPUSD', '', '', 'GBPUSD', ''],
  ]);
  const { bytes } = await writtenFile(bench.sheet, bench.attachments);
  const { data } = await workbookFromFile(bytes, 'Saved', {});
  const other = new NodeWorkbench({ answer: () => new Promise(() => undefined) });
  other.openNew({ ...data, id: crypto.randomUUID() });
  const shown = async () =>
    (await other.workbook.read([{ sheet, row: 0, column: 0, rows: 2, columns: 5 }]))[0]!.map((row) =>
      row.map(({ value }) => value),
    );
  for (let looks = 0; looks < 100 && (await shown())[0]![4] !== '#GETTING_DATA'; looks++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const wait = '#GETTING_DATA';
  expect(await shown()).toEqual([
    [wait, wait, wait, wait, wait],
    [wait, '', '', wait, ''],
  ]);
});

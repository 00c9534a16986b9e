import type { MemoryHost } from '../support/memory-host';
import { createSandbox } from '../../src/sandbox/app';
import { createTestSession } from '../support/evaluate';
import { describeWorkbook, type OpenedWorkbook } from '../support/workbook-contract';

/** On this the tests of freezing, refreshing and snapshots rest. */
describeWorkbook('the workbook in memory', open, { formatsValues: true, hasTables: true, protectsSheets: true });

async function open(): Promise<OpenedWorkbook> {
  const sandbox = createSandbox();
  const service = { fetch: (input: unknown) => sandbox.fetch(input as Request) };
  const session = createTestSession({ apiKey: 'demo', service });
  await session.ready;
  const { workbook } = session.host as MemoryHost;
  workbook.session = session;
  const sheets = ['Model', 'My data'] as const;
  for (const name of sheets) await workbook.addSheet({ name, columnWidths: [], rows: [] });
  return {
    workbook,
    sheets,
    settled: () => workbook.settled(),
    userSelects: (block) => workbook.select(block),
    watchSelection: () => {
      let count = 0;
      let stop!: () => void;
      const called = new Promise<void>((resolve) => {
        stop = workbook.on('selected', () => {
          count++;
          resolve();
        });
      });
      return Promise.resolve({ called: () => called, count: () => Promise.resolve(count), stop });
    },
    insertRow: (row) => workbook.insertRows(sheets[0], row, 1),
    deleteRow: (row) => workbook.deleteRows(sheets[0], row, 1),
    evaluations: () => session.activity.counts.cells,
    protect: (sheet) => workbook.protectedSheets.add(sheet),
    addTable: (block) => workbook.tableBlocks.push(block),
  };
}

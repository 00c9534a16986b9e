import type { Traits } from './emulator/app-context';
import { type ProfileName, PROFILES, PROFILE_NAMES } from './emulator/profiles';
import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';
import { loadCode } from './workbook-code';
import type { FreezeReport } from '../../src/app/workbook/freeze';
import { A_QUOTE } from './prices';

const office = useOffice();

declare const window: Window & { mdInFrame: typeof import('./in-frame') };

const QUOTE = { name: 'QUOTE', args: [[['EURUSD']]] } as const;
const HOURS = { name: 'HOURS', args: [[['XNYS']], '2026-11-23', '2026-11-23', null, false] } as const;

const withDataTypes = PROFILE_NAMES.filter((name) => !('hasDataTypes' in PROFILES[name]));
const withoutDataTypes = PROFILE_NAMES.filter((name) => 'hasDataTypes' in PROFILES[name]);
const calculatingRows = PROFILE_NAMES.filter((name) => 'calculatesChangedRows' in PROFILES[name]);
const reading: readonly ProfileName[] = ['Microsoft 365 on Windows', 'Excel on the web'];

/** What has a sheet calculated again, and where the quote is afterwards. */
const ROW_CHANGES: readonly (readonly [change: (workbook: EmulatedWorkbook) => void, quote: string])[] = [
  [(workbook) => workbook.moveRows('Model', 0, 1), 'B3'],
  [(workbook) => workbook.moveRows('Model', 0, -1), 'B2'],
  [(workbook) => workbook.foldRows('Model', 1, 2, true), 'B2'],
  [(workbook) => workbook.foldRows('Model', 1, 2, false), 'B2'],
];

describe('in each version of Excel,', () => {
  describe.each(PROFILE_NAMES)('%s:', (name) => {
    const open = (workbook?: EmulatedWorkbook) => office.share(workbook, name);

    if (withDataTypes.includes(name))
      test('dates and prices have their number formats', async () => {
        const excel = await open();
        const [quote, hours] = await excel.callAll([QUOTE, HOURS]);
        expect(quote).toEqual({
          value: [[expect.objectContaining({ type: 'Double', numberFormat: expect.any(String) })]],
        });
        expect(JSON.stringify(hours)).toContain('"numberFormat":"hh:mm"');
      });
    else
      test('dates and prices are plain numbers, because a data type would be #VALUE!', async () => {
        const excel = await open();
        const [quote, hours] = await excel.callAll([QUOTE, HOURS]);
        expect(quote).toEqual({ value: [[expect.any(Number)]] });
        expect(hours).toEqual({ value: [expect.arrayContaining([expect.any(Number)])] });
      });

    test('a stream sends plain numbers, for times too', async () => {
      const excel = await open();
      const streams = ['mid', 'bid', 'ask', 'timestamp'].map((field) => ({ name: 'LIVE', args: ['EURUSD', field] }));
      const started = excel.start(streams);
      expect(await Promise.all(started.map(({ result }) => result))).toEqual(
        streams.map(() => ({ value: expect.any(Number) })),
      );
      for (const stream of started) await excel.cancel(stream);
    });

    test('MD.COMPLETE over an error is FALSE or that error, never TRUE', async () => {
      const workbook = new EmulatedWorkbook('Model');
      const excel = await open(workbook);
      for (const [address, value] of [
        ['A1', 1.5],
        ['A2', '#N/A'],
        ['A3', 'Open'],
      ] as const)
        workbook.type(address, value);
      await excel.type('B1', '=MD.COMPLETE(A1:A3)');
      await excel.type('B2', '=MD.COMPLETE(A3)');
      expect(workbook.shown('B1')).toBe(withoutDataTypes.includes(name) ? '#N/A' : false);
      expect(workbook.shown('B2')).toBe(true);
    });

    if (calculatingRows.includes(name))
      test('rows that are inserted, deleted, collapsed or expanded cause no requests for fresh values', async () => {
        const workbook = new EmulatedWorkbook('Model');
        const excel = await office.openOn(name, { workbook });
        await excel.type('B2', '=MD.QUOTE("EURUSD")');
        await excel.type('C4', '=MD.HOURS("XNYS","2026-11-23","2026-11-23",,FALSE)');
        const asked = office.service.requests.length;
        for (const [change, quote] of ROW_CHANGES) {
          const before = excel.invocations.count;
          await excel.changeRows('Model', change);
          expect(excel.invocations.count).toBe(before + 2);
          expect(workbook.shown(quote)).toEqual(expect.any(Number));
        }
        expect(office.service.requests).toHaveLength(asked);
      });
  });

  test.each(reading)(
    '%s: frozen cells look the same as before, even if they have no format of their own',
    async (name) => {
      const workbook = new EmulatedWorkbook('Model');
      const excel = await office.openOn(name, { workbook });
      await excel.type('A1', '=MD.HOURS("XNYS","2026-11-23","2026-11-23",,FALSE)');
      await loadCode(excel);
      const report: FreezeReport = await excel.pane.evaluate(async () => {
        const { ExcelHost, Session, freeze } = window.mdInFrame;
        const session = new Session(new ExcelHost(Promise.resolve()));
        return freeze(session, 'workbook', () => undefined, new AbortController().signal);
      });
      expect(report).toEqual({ frozenCount: 1, errorCount: 0, hasSpills: true, skipped: [] });
      const formats = Array.from({ length: 12 }, (_, column) => workbook.sheet('Model').format(0, column));
      expect(formats).toContain('hh:mm');
    },
  );

  test.each(PROFILE_NAMES)(
    '%s: the pane shows the sentence of a selected error, even if the cell does not',
    async (name) => {
      const workbook = new EmulatedWorkbook('Model');
      const excel = await office.openOn(name, { workbook });
      const sentence = '"NOSUCH" has no quote in currencies: search for it in the MD pane, or name another area';
      const traits: Partial<Traits> = PROFILES[name];
      expect(await excel.call('QUOTE', [['NOSUCH']])).toEqual({
        error: '#N/A',
        message: traits.showsErrorTexts === false ? '' : sentence,
      });
      await excel.type('B2', '=MD.QUOTE("NOSUCH")');
      await excel.showPane();
      await excel.pane.getByRole('tab', { name: 'Cells' }).click();
      await excel.select('Model!B2');
      await excel.pane.getByText(sentence).first().waitFor();
    },
  );

  test.each(PROFILE_NAMES)('%s: the pane says so when the selected cell is cleared', async (name) => {
    const excel = await office.openOn(name, { workbook: new EmulatedWorkbook('Model') });
    await excel.type('B2', '=MD.QUOTE("NOSUCH")');
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Cells' }).click();
    await excel.select('Model!B2');
    const shown = excel.pane.locator('.md-selected');
    await shown.getByText('"NOSUCH" has no quote').waitFor();
    await excel.type('B2', '');
    await shown.getByText('is not filled by an MD formula').waitFor();
  });

  test('Microsoft 365 on Mac: a service on http://localhost is not reached, and the pane names its address', async () => {
    const excel = await office.open(PROFILES['Microsoft 365 on Mac']);
    await excel.showPane();
    expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({ error: '#N/A', message: '' });
    expect(office.service.requests).toEqual([]);
    await excel.pane.getByRole('tab', { name: 'Activity' }).click();
    // It asks for the usage when that comes into sight.
    await excel.pane.getByRole('button', { name: 'Refresh', exact: true }).last().scrollIntoViewIfNeeded();
    await excel.pane.getByText(office.service.address).first().waitFor();
  });

  test('a hidden page whose timers are slowed collects the lookups of a recalculation without them', async () => {
    const excel = await office.openOn('Microsoft 365 on Windows');
    const results = await excel.callAll(
      Array.from({ length: 20 }, (_, index) => ({ name: 'QUOTE', args: [[[index % 2 ? 'EURUSD' : 'GBPUSD']]] })),
    );
    expect(results.filter((result) => 'value' in result)).toHaveLength(20);
    expect(office.service.requests).toHaveLength(1);
    expect(await excel.pane.evaluate(() => document.hidden)).toBe(true);
  });
});

const PREVIEW = { name: 'QUOTE', args: [[['EURUSD']]], isPreview: true } as const;

const telling = PROFILE_NAMES.filter((name) => 'tellsPreviews' in PROFILES[name]);
const silent = PROFILE_NAMES.filter((name) => !('tellsPreviews' in PROFILES[name]));

describe('the preview of a part of a formula', () => {
  test.each(telling)('%s: sends no request, and shows a cached value', async (name) => {
    const excel = await office.openOn(name);
    expect(await excel.start([PREVIEW])[0]!.result).toEqual({ error: '#N/A', message: '' });
    expect(office.service.requests).toEqual([]);
    await excel.call('QUOTE', [['EURUSD']]);
    expect(office.service.requests).toHaveLength(1);
    expect(await excel.start([PREVIEW])[0]!.result).toEqual({ value: [[A_QUOTE]] });
    expect(office.service.requests).toHaveLength(1);
  });

  test.each(silent)('%s: is a call like any other, and sends a request', async (name) => {
    const excel = await office.openOn(name);
    expect(await excel.start([PREVIEW])[0]!.result).toEqual({ value: [[expect.anything()]] });
    expect(office.service.requests).toHaveLength(1);
  });
});

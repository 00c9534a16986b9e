import { Alerts } from '../../../../src/app/workbook/alerts';
import { readContent, writeContent } from '../../../../src/app/workbook/ledger';
import type { Session } from '../../../../src/app/session';
import { cellOf } from '../../../../src/core/sheet';
import { createTestSession } from '../../../support/evaluate';
import type { MemoryHost } from '../../../support/memory-host';
import type { MemoryWorkbook } from '../../../support/memory-workbook';
import { createStubService } from '../../../support/stub-service';
import { openWorkbook } from '../opened-workbook';

const B2 = cellOf('Sheet1', 1, 1);

interface Scene {
  readonly session: Session;
  readonly workbook: MemoryWorkbook;
  readonly alerts: Alerts;
  /** As when the workbook is opened anew. */
  readonly reopened: () => Alerts;
  readonly show: (value: number | string) => Promise<void>;
  readonly format: () => Promise<string>;
  /** What the workbook keeps of alerts. */
  readonly kept: () => Promise<readonly [names: number, part: unknown]>;
}

async function open(value: number | string = 1, format = '0.00'): Promise<Scene> {
  const session = createTestSession({ service: createStubService({}) });
  await session.ready;
  const { workbook } = session.host as MemoryHost;
  await workbook.write([{ block: B2, cells: [[{ value, format }]] }]);
  return {
    session,
    workbook,
    alerts: session.part(Alerts),
    reopened: () => new Alerts(session),
    show: async (next) => workbook.write([{ block: B2, cells: [[{ value: next }]] }]),
    format: async () => (await workbook.read([B2]))[0]![0]![0]!.format,
    kept: async () => [
      (await workbook.tracked('MD_alert_')).size,
      await readContent(workbook, 'urn:md-for-excel:alerts'),
    ],
  };
}

const crossings = ({ all }: Alerts): (number | undefined)[] => all.map(({ crossed }) => crossed?.value);

describe('an alert', () => {
  test('reports once that a value reaches the level from below', async () => {
    const { alerts, show } = await open(1);
    expect(await alerts.add(B2, 2)).toEqual(expect.any(String));
    const told: (number | undefined)[] = [];
    for (const value of [1.5, 2.5, 1.5, 3]) {
      await show(value);
      await alerts.judge();
      told.push(...crossings(alerts));
    }
    expect(told).toEqual([undefined, 2.5, 2.5, 2.5]);
  });

  test('reports that a value falls to the level, and not that one rises further', async () => {
    const { alerts, show } = await open(3);
    await alerts.add(B2, 2);
    for (const [value, expected] of [
      [4, undefined],
      [2, 2],
    ] as const) {
      await show(value);
      await alerts.judge();
      expect(crossings(alerts)).toEqual([expected]);
    }
  });

  test.each(['#N/A', '', 'waiting'])('does not take %j for a value', async (text) => {
    const { alerts, show } = await open(1);
    await alerts.add(B2, -1);
    await show(text);
    await alerts.judge();
    expect(crossings(alerts)).toEqual([undefined]);
    expect(await alerts.add(B2, 5)).toBeUndefined();
  });

  test('is not set at the level itself, from which nothing can be crossed', async () => {
    const { alerts } = await open(2);
    expect(await alerts.add(B2, 2)).toBeUndefined();
    expect(alerts.all).toEqual([]);
  });

  test('is kept in the workbook with what it has told, and follows its cell', async () => {
    const { alerts, reopened, workbook, show } = await open(1);
    await alerts.add(B2, 2);
    await show(2.5);
    await alerts.judge();
    workbook.insertRows('Sheet1', 0, 2);
    const later = reopened();
    await later.judge();
    expect(later.all).toMatchObject([{ level: 2, from: 'below', cell: { row: 3 }, crossed: { value: 2.5 } }]);
  });

  test('ends when its cell is deleted, and leaves nothing', async () => {
    const { alerts, workbook, kept } = await open(1);
    await alerts.add(B2, 2);
    workbook.deleteRows('Sheet1', 1, 1);
    await alerts.judge();
    expect([alerts.all, await kept()]).toEqual([[], [0, undefined]]);
  });

  test('colours its cell by its number format, and gives the old one back when it is removed', async () => {
    const { alerts, format } = await open(1);
    await alerts.add(B2, 2);
    expect(await format()).toBe('[Red][>=2]0.00;0.00');
    await alerts.remove(alerts.all[0]!);
    expect([await format(), alerts.all]).toEqual(['0.00', []]);
  });

  test('leaves a cell that shows the number format of its result without one of its own, and ends when Undo takes its own', async () => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('B2', ['=MD.QUOTE("EURUSD")']);
    const alerts = session.part(Alerts);
    const look = async () => (await workbook.read([B2]))[0]![0]![0]!;
    const before = await look();
    expect(before.ownFormat).toBe('General');
    for (const level of [2, 3]) await alerts.add(B2, level);
    expect((await look()).format).toMatch(/^\[Red\]\[>=2\].*;\[Red\]\[>=3\]/);
    while (alerts.all.length > 0) await alerts.remove(alerts.all[0]!);
    expect(await look()).toEqual(before);
    await alerts.add(B2, 2);
    await workbook.write([{ block: B2, cells: [[{ format: 'General' }]] }]);
    await alerts.judge();
    expect(alerts.all).toEqual([]);
  });

  test('ends while Undo has taken its colour back, and returns with the colour; meanwhile the workbook has nothing of it', async () => {
    const { alerts, workbook, show, kept } = await open(1);
    const write = (format: string) => workbook.write([{ block: B2, cells: [[{ format }]] }]);
    const listed = async () => {
      await alerts.judge();
      const [names, part] = await kept();
      return [alerts.all.map(({ level }) => level), names, Object.keys(part ?? {}).length];
    };
    await alerts.add(B2, 2);
    expect(await listed()).toEqual([[2], 1, 1]);
    await write('0.00');
    expect(await listed()).toEqual([[], 0, 0]);
    await write('[Red][>=2]0.00;0.00');
    expect(await listed()).toEqual([[2], 1, 1]);
    await alerts.remove(alerts.all[0]!);
    expect(await listed()).toEqual([[], 0, 0]);
    await write('[Red][>=2]0.00;0.00');
    expect(await listed()).toEqual([[2], 1, 1]);
    await show(3);
    await alerts.judge();
    expect(crossings(alerts)).toEqual([3]);
  });

  test('is set once: again, it is the same, and waits again if it was crossed', async () => {
    const { alerts, show, format, kept } = await open(1);
    const id = await alerts.add(B2, 2);
    expect(await alerts.add(B2, 2)).toBe(id);
    await show(2.5);
    await alerts.judge();
    await show(1);
    expect(await alerts.add(B2, 2)).toBe(id);
    expect([crossings(alerts), (await kept())[0], await format()]).toEqual([[undefined], 1, '[Red][>=2]0.00;0.00']);
  });

  test('leaves decimals that were chosen since when it is set again, or another beside it', async () => {
    const { alerts, workbook, format } = await open(1);
    await alerts.add(B2, 2);
    await workbook.write([{ block: B2, cells: [[{ format: '[Red][>=2]0.000;0.000' }]] }]);
    await alerts.add(B2, 2);
    expect(await format()).toBe('[Red][>=2]0.000;0.000');
    await alerts.add(B2, 0.5);
    expect(await format()).toBe('[Red][>=2]0.000;[Red][<=0.5]0.000;0.000');
    for (const _ of [1, 2]) await alerts.remove(alerts.all[0]!);
    expect(await format()).toBe('0.000');
  });

  test('at the level of one that was crossed replaces it, and the red is on the other side', async () => {
    const { alerts, show, format, kept } = await open(1);
    await alerts.add(B2, 2);
    await show(2.5);
    await alerts.judge();
    await alerts.add(B2, 2);
    expect(alerts.all).toMatchObject([{ level: 2, from: 'above' }]);
    expect(crossings(alerts)).toEqual([undefined]);
    expect([await format(), (await kept())[0]]).toEqual(['[Red][<=2]0.00;0.00', 1]);
    await alerts.remove(alerts.all[0]!);
    expect([await format(), await kept()]).toEqual(['0.00', [0, undefined]]);
  });

  test.each([0, 1])('on either side of a value colour one cell, whichever is removed first (%d)', async (first) => {
    const { alerts, show, format, kept } = await open(1);
    await alerts.add(B2, 1.1);
    await alerts.add(B2, 0.9);
    expect(await format()).toBe('[Red][>=1.1]0.00;[Red][<=0.9]0.00;0.00');
    await show(0.8);
    await alerts.judge();
    expect(crossings(alerts)).toEqual([undefined, 0.8]);
    await alerts.remove(alerts.all[first]!);
    expect(await format()).toBe(first === 0 ? '[Red][<=0.9]0.00;0.00' : '[Red][>=1.1]0.00;0.00');
    await alerts.remove(alerts.all[0]!);
    expect([await format(), await kept()]).toEqual(['0.00', [0, undefined]]);
  });

  test('that Undo takes back beside another ends alone', async () => {
    const { alerts, workbook, kept } = await open(1);
    await alerts.add(B2, 1.1);
    await alerts.add(B2, 0.9);
    await workbook.write([{ block: B2, cells: [[{ format: '[Red][>=1.1]0.00;0.00' }]] }]);
    await alerts.judge();
    expect([alerts.all.map(({ level }) => level), (await kept())[0]]).toEqual([[1.1], 1]);
  });

  test('waits while its cell shows an error, and tells what it crosses afterwards', async () => {
    const { alerts, show } = await open(1);
    await alerts.add(B2, 2);
    for (const value of ['#N/A', 3]) {
      await show(value);
      await alerts.judge();
    }
    expect(crossings(alerts)).toEqual([3]);
  });

  test('that somebody else sets stays when this one is set or removed', async () => {
    const { alerts, reopened } = await open(1);
    const other = reopened();
    await alerts.judge();
    await other.add(B2, 3);
    await alerts.add(B2, 2);
    await alerts.remove(alerts.all.find(({ level }) => level === 2)!);
    expect(alerts.all.map(({ level }) => level)).toEqual([3]);
  });

  test('of an earlier version that had ended leaves nothing once it is looked at', async () => {
    const { reopened, workbook, kept } = await open(1);
    await workbook.track([{ name: 'MD_alert_a', blocks: [B2] }]);
    const formats = ['0.00', '[Red][>=2]0.00;0.00'];
    await writeContent(workbook, 'urn:md-for-excel:alerts', { a: { level: 2, from: 'below', formats } });
    const later = reopened();
    await later.judge();
    expect([later.all, await kept()]).toEqual([[], [0, undefined]]);
  });

  test.each(['[Red][>=15]0.00;0.00', '[Red][>=15]0.00;[Red][<=-2]0.00;0.00'])(
    'in the copy of a sheet, whose cell is red from the level of another alert on, has its own level alone: %s',
    async (copied) => {
      const { alerts, format } = await open(1, copied);
      await alerts.add(B2, 2);
      expect(await format()).toBe('[Red][>=2]0.00;0.00');
      await alerts.remove(alerts.all[0]!);
      expect(await format()).toBe('0.00');
    },
  );

  test('leaves a format with red numbers of its own', async () => {
    const { alerts, format } = await open(1, '[Red][>=15]0.00;[Blue]0.00');
    await alerts.add(B2, 2);
    expect(await format()).toBe('[Red][>=15]0.00;[Blue]0.00');
  });

  test('without a colour, in a cell whose format has conditions, leaves nothing when it is removed', async () => {
    const { alerts, workbook } = await open(1, '[>5]0;0.00');
    await alerts.add(B2, 2);
    await alerts.remove(alerts.all[0]!);
    expect([await workbook.readPart('urn:md-for-excel:alerts'), [...(await workbook.tracked('MD_alert_'))]]).toEqual([
      undefined,
      [],
    ]);
  });

  test('does not change a number format that was chosen since', async () => {
    const { alerts, format, workbook } = await open(1);
    await alerts.add(B2, 2);
    await workbook.write([{ block: B2, cells: [[{ format: '0%' }]] }]);
    await alerts.remove(alerts.all[0]!);
    expect(await format()).toBe('0%');
  });

  test.each(['a recalculation', 'a change of the selection'])('is judged after %s', async (event) => {
    const { alerts, workbook, show, session } = await open(1);
    await alerts.add(B2, 2);
    const told = new Promise<void>((resolve) => alerts.onChange(resolve));
    await show(2.5);
    if (event === 'a recalculation') {
      session.activity.counts.cells += 1;
      session.activity.hearCell();
    } else await workbook.select(cellOf('Sheet1', 5, 5));
    await told;
    expect(crossings(alerts)).toEqual([2.5]);
  });
});

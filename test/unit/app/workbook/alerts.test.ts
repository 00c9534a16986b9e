import { Alerts } from '../../../../src/app/workbook/alerts';
import type { Session } from '../../../../src/app/session';
import { cellOf } from '../../../../src/core/sheet';
import { createTestSession } from '../../../support/evaluate';
import type { MemoryHost } from '../../../support/memory-host';
import type { MemoryWorkbook } from '../../../support/memory-workbook';
import { createStubService } from '../../../support/stub-service';

const B2 = cellOf('Sheet1', 1, 1);

interface Scene {
  readonly session: Session;
  readonly workbook: MemoryWorkbook;
  readonly alerts: Alerts;
  /** As when the workbook is opened anew. */
  readonly reopened: () => Alerts;
  readonly show: (value: number | string) => Promise<void>;
  readonly format: () => Promise<string>;
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
  };
}

const crossings = ({ all }: Alerts): (number | undefined)[] => all.map(({ crossed }) => crossed?.value);

describe('an alert', () => {
  test('reports once that a value reaches the level from below', async () => {
    const { alerts, show } = await open(1);
    expect(await alerts.add(B2, 2)).toBe(true);
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
    expect(await alerts.add(B2, 5)).toBe(false);
  });

  test('is not set at the level itself, from which nothing can be crossed', async () => {
    const { alerts } = await open(2);
    expect(await alerts.add(B2, 2)).toBe(false);
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

  test('ends when its cell is deleted', async () => {
    const { alerts, workbook } = await open(1);
    await alerts.add(B2, 2);
    workbook.deleteRows('Sheet1', 1, 1);
    await alerts.judge();
    expect(alerts.all).toEqual([]);
  });

  test('colours its cell by its number format, and gives the old one back when it is removed', async () => {
    const { alerts, format } = await open(1);
    await alerts.add(B2, 2);
    expect(await format()).toBe('[Red][>=2]0.00;0.00');
    await alerts.remove(alerts.all[0]!);
    expect([await format(), alerts.all]).toEqual(['0.00', []]);
  });

  test('is off while Undo has taken its colour back, and on again when the colour is back', async () => {
    const { alerts, workbook, show } = await open(1);
    const write = (format: string) => workbook.write([{ block: B2, cells: [[{ format }]] }]);
    const listed = async (): Promise<(number | undefined)[]> => {
      await alerts.judge();
      return alerts.all.map(({ level }) => level);
    };
    await alerts.add(B2, 2);
    await write('0.00');
    expect(await listed()).toEqual([]);
    await write('[Red][>=2]0.00;0.00');
    expect(await listed()).toEqual([2]);
    await alerts.remove(alerts.all[0]!);
    expect(await listed()).toEqual([]);
    await write('[Red][>=2]0.00;0.00');
    expect(await listed()).toEqual([2]);
    await show(3);
    await alerts.judge();
    expect(crossings(alerts)).toEqual([3]);
  });

  test('that had ended when the workbook was closed is forgotten with the next change of alerts', async () => {
    const { alerts, workbook, reopened } = await open(1);
    await alerts.add(B2, 2);
    await alerts.remove(alerts.all[0]!);
    const later = reopened();
    await later.add(B2, 3);
    expect([later.all.map(({ level }) => level), (await workbook.tracked('MD_alert_')).size]).toEqual([[3], 1]);
    await later.remove(later.all[0]!);
    expect(later.all).toEqual([]);
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
      session.activity.cells += 1;
      session.activity.hearCell();
    } else await workbook.select(cellOf('Sheet1', 5, 5));
    await told;
    expect(crossings(alerts)).toEqual([2.5]);
  });
});

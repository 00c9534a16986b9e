import { CATALOG } from '../../../../src/functions/catalog';
import { invoke } from '../../../../src/functions/evaluate/invoke';
import { learnProfile, withProfile } from '../../../../src/app/profile';
import { frozenBlocks, thaw, freeze } from '../../../../src/app/workbook/freeze';
import { traceOrigin } from '../../../../src/app/workbook/origin';
import { planRefresh, runRefresh } from '../../../../src/app/workbook/refresh';
import { takeSnapshot } from '../../../../src/app/workbook/snapshot';
import { compareSnapshot } from '../../../../src/app/workbook/snapshot-match';
import { trace } from '../../../../src/app/workbook/trace';
import { a1WithSheet, parseA1 } from '../../../../src/core/sheet';
import { type Opened, openWorkbook, valuesOf, recalculate } from '../opened-workbook';

const never = new AbortController().signal;
const HOUR_MS = 3_600_000;
const FORMULA = '=MD.GET("/stocks/AAPL/peers","size=2","items.weight",FALSE)';

/** A workbook with a formula of an operation that the service has added, whose values grow with every request. */
async function openLearned(): Promise<Opened & { readonly asked: () => number }> {
  let count = 0;
  const opened = await openWorkbook({
    '/openapi.json': () => ({
      openapi: '3.0.0',
      paths: {
        '/stocks/countries': { get: {} },
        '/stocks/{ticker}/peers': {
          get: {
            parameters: [
              { name: 'ticker', in: 'path', required: true, schema: { type: 'string' } },
              { name: 'size', in: 'query', schema: { type: 'integer' } },
            ],
          },
        },
      },
    }),
    '/stocks/AAPL/peers': () => ({ items: [{ weight: ++count }, { weight: 10 }] }),
  });
  const { session, workbook } = opened;
  const { profile } = await learnProfile(session, never);
  await session.save(withProfile(session.settings, profile));
  await workbook.enter('A1', [FORMULA]);
  await workbook.settled();
  return { ...opened, asked: () => count };
}

describe('a formula of an operation that the service has added', () => {
  test('is refreshed', async () => {
    const opened = await openLearned();
    opened.clock.now += 1;
    await runRefresh(opened.session, await planRefresh(opened.session, 'all'));
    await opened.workbook.settled();
    expect(await valuesOf(opened, 2)).toEqual([[2], [10]]);
    expect(opened.asked()).toBe(2);
  });

  test('is frozen and thawed', async () => {
    const opened = await openLearned();
    expect(await freeze(opened.session, 'workbook')).toMatchObject({ frozenCount: 1, skipped: [] });
    expect(await opened.workbook.formulas()).toEqual([]);
    expect(await valuesOf(opened, 2)).toEqual([[1], [10]]);
    const blocks = await frozenBlocks(opened.session);
    expect(await thaw(opened.session, blocks)).toMatchObject({
      thawedCount: 1,
    });
    expect((await opened.workbook.formulas()).map(({ formula }) => formula)).toEqual([FORMULA]);
  });

  test('is kept in a snapshot and compared', async () => {
    const opened = await openLearned();
    const { session, workbook } = opened;
    const { id } = await takeSnapshot(session, 'before');
    opened.clock.now += HOUR_MS;
    await recalculate({ workbook });
    const { changes } = await compareSnapshot(session, id);
    expect(changes.map(({ block, older, newer }) => [a1WithSheet(block), older, newer])).toEqual([['Sheet1!A1', 1, 2]]);
  });

  test('is traced when it is old, and says where its number comes from', async () => {
    const opened = await openLearned();
    await opened.workbook.enter('C1', ['=A1*2']);
    opened.clock.now += HOUR_MS + 1;
    const [stale] = await trace(opened.session, () => HOUR_MS);
    expect(stale).toMatchObject({ trouble: 'stale', dependentCount: 1 });
    const origin = await traceOrigin(opened.session, parseA1('A1', 'Sheet1')!, {
      catalog: CATALOG,
      run: (id, values, call) =>
        invoke(
          CATALOG.find((one) => one.id === id)!,
          opened.session,
          values,
          call,
        ),
    });
    expect(JSON.stringify(origin)).toContain('/stocks/AAPL/peers');
  });
});

import { createSandbox } from '../../../../src/sandbox/app';
import { createCall, createTestSession, evaluate, evaluateUnder, plain } from '../../../support/evaluate';

const NOW = Date.UTC(2026, 10, 20, 15);

/** A session whose service counts pages and answers each a moment later. */
function createSession() {
  const sandbox = createSandbox({ now: () => NOW });
  let pageCount = 0;
  const session = createTestSession({
    apiKey: 'demo',
    now: () => NOW,
    service: {
      async fetch(request) {
        pageCount++;
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        return sandbox.fetch(request as Request);
      },
    },
  });
  return { session, pages: () => pageCount };
}

const TICKS = ['TICKS', 'SPX', '2026-11-02', '2026-11-20', 3_000] as const;

describe('a long reading', () => {
  test('reports its progress, and no longer once it is over', async () => {
    const { session } = createSession();
    const seen: number[] = [];
    session.activity.onChange(() => {
      const [reading] = session.activity.readings;
      if (reading) seen.push(reading.rowCount);
      expect(reading ?? { what: 'SPX', maxRows: 3_000 }).toMatchObject({ what: 'SPX', maxRows: 3_000 });
    });
    expect(await evaluate(session, ...TICKS)).toHaveLength(3_001);
    expect(seen.length).toBeGreaterThan(10);
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect(session.activity.readings).toEqual([]);
  });

  test('can be stopped, and then the cell says so and requests nothing more', async () => {
    const { session, pages } = createSession();
    const leave = session.activity.onChange(() => {
      session.activity.readings[0]?.stop();
    });
    expect(plain(await evaluate(session, ...TICKS))).toEqual(
      '#N/A: The reading of "SPX" was stopped in the pane: recalculate the cell to start it again',
    );
    expect(session.activity.readings).toEqual([]);
    const asked = pages();
    expect(asked).toBeLessThan(15);
    leave();
    expect(await evaluate(session, ...TICKS)).toHaveLength(3_001);
    expect(pages()).toBeGreaterThan(asked + 10);
  });

  test('of a call that is stopped requests nothing more once the pages that are out have come', async () => {
    const { session, pages } = createSession();
    const call = createCall({ address: 'Sheet1!A1' });
    const leave = session.activity.onChange(() => {
      if ((session.activity.readings[0]?.rowCount ?? 0) === 0 || call.allowance?.stopped) return;
      Object.assign(session.spending.allowanceOf(call), { max: 0, stopped: 'Stopped' });
      call.cancellation.stop();
    });
    expect(plain(await evaluateUnder(call, session, ...TICKS))).toEqual('#N/A: Stopped');
    leave();
    const asked = pages();
    expect(asked).toBeLessThan(15);
    expect(await evaluate(session, ...TICKS)).toHaveLength(3_001);
  });
});

import { RecalculationMonitor } from '../../../src/app/recalculation-monitor';
import { createTestSession, evaluate } from '../../support/evaluate';
import { createStubService, type Route, pricedAt } from '../../support/stub-service';
import { enter } from '../functions/live-sheet';

const quotes = pricedAt(() => 1);

async function watchedSession(answer: Route = quotes) {
  const session = createTestSession({ service: createStubService({ '/currencies/quotes': answer }) });
  await session.ready;
  const recalculations = new RecalculationMonitor(session);
  const over = (): Promise<void> =>
    new Promise((resolve) => {
      const leave = recalculations.onChange(() => {
        if (recalculations.last?.isRunning !== false) return;
        leave();
        resolve();
      });
    });
  return { session, recalculations, over };
}

describe('the monitor of recalculations', () => {
  test('counts what a recalculation did, and says when it is over', async () => {
    const { session, recalculations, over } = await watchedSession();
    expect(recalculations.last).toBeUndefined();
    const end = over();
    await Promise.all(['EURUSD', 'GBPUSD', 'EURUSD'].map((symbol) => evaluate(session, 'QUOTE', symbol)));
    await end;
    expect(recalculations.last).toMatchObject({
      cells: 3,
      lookups: 3,
      questions: 2,
      hits: 0,
      requests: 1,
      errors: 0,
      isRunning: false,
    });
  });

  test('counts a cell that begins to update by itself', async () => {
    const { session, recalculations, over } = await watchedSession();
    const end = over();
    const cell = enter(session, ['EURUSD']);
    await end;
    expect(recalculations.last).toMatchObject({ cells: 1, requests: 1 });
    cell.cancel();
  });

  test('leaves out what live cells ask by themselves, and ends although they are never quiet', async () => {
    const slowQuotes: Route = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      return quotes(request);
    };
    const { session, recalculations, over } = await watchedSession(slowQuotes);
    let end = over();
    const live = enter(session, ['EURUSD', 'mid', null, 1]);
    while (session.activity.pollCount < 1) await new Promise((resolve) => setTimeout(resolve, 20));
    await end;
    expect(recalculations.last).toMatchObject({ cells: 1, lookups: 1, questions: 1, requests: 1 });
    end = over();
    await Promise.all(['GBPUSD', 'USDCHF'].map((symbol) => evaluate(session, 'QUOTE', symbol)));
    await end;
    expect(recalculations.last).toMatchObject({ cells: 2, lookups: 2, questions: 2, requests: 1 });
    expect(session.activity.counts.requests).toBe(2 + session.activity.pollCount);
    live.cancel();
  });

  test('starts again after a pause, without the requests of the pane in between', async () => {
    const { session, recalculations, over } = await watchedSession();
    let end = over();
    await evaluate(session, 'QUOTE', 'EURUSD');
    await end;
    session.activity.onRequest({ at: 0, what: '/account/usage', status: 200, ms: 1 });
    end = over();
    await evaluate(session, 'QUOTE', 'EURUSD');
    await end;
    expect(recalculations.last).toMatchObject({ cells: 1, lookups: 1, questions: 0, hits: 1, requests: 0 });
  });

  test('ends a recalculation with its last answer', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const session = createTestSession({
      service: { fetch: async () => answered.then(() => Response.json({ items: [] })) },
    });
    await session.ready;
    const recalculations = new RecalculationMonitor(session);
    const cell = evaluate(session, 'QUOTE', 'EURUSD');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(recalculations.last).toMatchObject({ cells: 1, isRunning: true });
    answer();
    await cell;
    expect(recalculations.last?.ms).toBeGreaterThan(500);
  });
});

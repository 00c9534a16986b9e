import { MarkedNumber, type Matrix } from '../../../src/core/cell';
import type { Session } from '../../../src/app/session';
import { createCall, createTestSession, evaluate, evaluateUnder, formatsOf, plain, show } from '../../support/evaluate';
import { createStubService, status } from '../../support/stub-service';
import { PAIRS, quotes } from './sample-answers';
import { addressesOf } from '../../../src/app/workbook/cells';
import { cellOf } from '../../../src/core/sheet';

const LATER_MS = 60_000;
const FRESH_AT = new Date(2026, 10, 20, 12, 3).getTime();

/** A session that keeps last values, over a service that the test can break; what is fresh grows old in between. */
async function setUp(settings: Parameters<Session['save']>[0] = { onFailure: 'last-value' }) {
  let nowMs = FRESH_AT;
  let failure: number | undefined;
  const answer = quotes(PAIRS);
  const service = createStubService({
    '/currencies/quotes': (request) => (failure === undefined ? answer(request) : status(failure)),
  });
  const session = createTestSession({ service, now: () => nowMs });
  await session.save(settings);
  return {
    session,
    service,
    break: (code: number | undefined) => {
      failure = code;
      nowMs += LATER_MS;
    },
  };
}

describe('with the option for last values', () => {
  test('a quote of a failing service shows its last value under a mark, and is requested again at each recalculation', async () => {
    const { session, service, ...world } = await setUp();
    await show(session, 'QUOTE', 'EURUSD');
    world.break(500);
    const outcome = (await evaluate(session, 'QUOTE', 'EURUSD')) as Matrix;
    expect(outcome[0]![0]).toBeInstanceOf(MarkedNumber);
    expect(formatsOf(outcome)).toEqual([['#,##0.00" ⏱ 12:03"']]);
    const requestCount = service.requests.length;
    world.break(undefined);
    expect(formatsOf(await evaluate(session, 'QUOTE', 'EURUSD'))).toEqual([['#,##0.00']]);
    expect(service.requests.length).toBe(requestCount + 1);
  });

  test('a last value counts as an error in Activity, as it does in the list of cells', async () => {
    const { session, ...world } = await setUp();
    await show(session, 'QUOTE', 'EURUSD');
    expect(session.activity.counts.errors).toBe(0);
    world.break(500);
    await show(session, 'QUOTE', 'EURUSD');
    expect(session.activity.counts.errors).toBe(1);
  });

  test('each cell of a column shows its own last value, except the headers', async () => {
    const { session, ...world } = await setUp();
    const column = ['QUOTE', [['EURUSD'], ['NOSUCH']], 'symbol,mid', null, null, true] as const;
    await show(session, ...column);
    world.break(503);
    expect(await show(session, ...column)).toEqual([
      ['symbol', 'mid'],
      ['EURUSD', 1.5],
      ['NOSUCH', expect.stringContaining('no quote')],
    ]);
  });

  test.each([[{ apiKey: 'other' }], [{ serviceAddress: 'https://other.test' }], [{ area: 'crypto' as const }]])(
    'nothing is kept across a new %j',
    async (change) => {
      const { session, ...world } = await setUp();
      await show(session, 'QUOTE', 'EURUSD');
      await session.save(change);
      world.break(500);
      expect(await show(session, 'QUOTE', 'EURUSD')).toEqual([[expect.stringContaining('#N/A')]]);
    },
  );
});

test('a refresh that brings only a last value is logged with the reason, and the cell keeps the age of its value', async () => {
  const { session, ...world } = await setUp();
  const value = async () => {
    const call = createCall({ address: 'Model!B7' });
    const outcome = plain(await evaluateUnder(call, session, 'QUOTE', 'EURUSD', 'symbol'));
    return { outcome, logged: session.cells.lastAt(addressesOf(cellOf('Model', 6, 1))) };
  };
  const { logged: fresh } = await value();
  world.break(500);
  const { outcome, logged } = await value();
  expect(outcome).toEqual([['EURUSD ⏱ 12:03']]);
  expect(logged?.failure?.message).toContain('The service failed (500)');
  expect([fresh?.readAt, logged?.readAt]).toEqual([FRESH_AT, FRESH_AT]);
});

describe('without the option for last values', () => {
  test.each([[{ onFailure: 'error' as const }], [{ onFailure: 'last-value' as const, richValues: 'off' as const }]])(
    'the error is shown and nothing is kept, with the settings %j',
    async (settings) => {
      const { session, ...world } = await setUp(settings);
      await show(session, 'QUOTE', 'EURUSD');
      world.break(500);
      expect(await show(session, 'QUOTE', 'EURUSD')).toEqual([
        [expect.stringContaining('#N/A: The service failed (500)')],
      ]);
      expect(session.lastValues).toBeUndefined();
    },
  );

  test('the old values are gone if it was on before', async () => {
    const { session, ...world } = await setUp();
    await show(session, 'QUOTE', 'EURUSD');
    await session.save({ onFailure: 'error' });
    await session.save({ onFailure: 'last-value' });
    world.break(500);
    expect(await show(session, 'QUOTE', 'EURUSD')).toEqual([[expect.stringContaining('#N/A')]]);
  });
});

test('the option is known before the first cell', async () => {
  const session = createTestSession({ service: createStubService({ '/currencies/quotes': quotes(PAIRS) }) });
  await session.save({ onFailure: 'last-value' });
  const next = new (session.constructor as typeof Session)(session.host);
  await next.ready;
  expect(next.lastValues).toBeDefined();
});

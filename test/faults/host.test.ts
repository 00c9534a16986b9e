import type { Host } from '../../src/app/host';
import { Session } from '../../src/app/session';
import { createSandbox } from '../../src/sandbox/app';
import { createMemoryHost } from '../support/memory-host';
import { settle, useFakeTime } from './fake-time';
import { ADDRESS, FORMULAS, KEY, NOW_MS, errorsIn, evaluate } from './scene';

useFakeTime();

const never = <T>(): Promise<T> =>
  new Promise<T>(() => {
    /* never */
  });

function startIn(spoil: (host: Host) => Partial<Host>): Session {
  const host = createMemoryHost({ apiKey: KEY, serviceAddress: ADDRESS });
  const sandbox = createSandbox({ now: () => NOW_MS });
  return new Session(
    { ...host, ...spoil(host) },
    { fetch: (request) => sandbox.fetch(request as Request), now: () => Date.now(), pace: { quietMs: 0, maxMs: 5 } },
  );
}

const recalculate = (session: Session) => settle(Promise.all(FORMULAS.map((formula) => evaluate(session, formula))));

describe('in a spreadsheet that', () => {
  test.each<[string, () => Promise<'1900'>]>([
    ['never answers which date system it uses', never],
    ['refuses to say which date system it uses', () => Promise.reject(new Error('busy'))],
    [
      'throws when it is asked for its date system',
      () => {
        throw new Error('not here');
      },
    ],
  ])('%s, cells still have their values', async (_, dateSystem) => {
    for (const outcome of await recalculate(startIn(() => ({ dateSystem })))) expect(errorsIn(outcome)).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test.each<[string, () => Promise<string | null>]>([
    ['never answers what it has stored', never],
    ['cannot read what it has stored', () => Promise.reject(new Error('denied'))],
    [
      'throws when it is asked for what it has stored',
      () => {
        throw new Error('not here');
      },
    ],
  ])('%s, cells ask for the key', async (_, getItem) => {
    const session = startIn(({ storage }) => ({ storage: { ...storage, getItem } }));
    for (const outcome of await recalculate(session)) {
      expect([...new Set(errorsIn(outcome).map(({ message }) => message))]).toEqual([
        'Enter your API key in the MD pane',
      ]);
    }
    expect(session.activity.notes.map(({ text }) => text)).toEqual([
      'The settings could not be read: enter the key again',
    ]);
  });

  test('reads its storage only after a minute, cells are then recalculated with the key', async () => {
    const recalculated = jest.fn(() => Promise.resolve());
    const session = startIn(({ storage }) => ({
      recalculate: recalculated,
      storage: {
        ...storage,
        getItem: (name) => new Promise((resolve) => setTimeout(() => resolve(storage.getItem(name)), 60_000)),
      },
    }));
    await recalculate(session);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(recalculated).toHaveBeenCalledTimes(1);
    for (const outcome of await recalculate(session)) expect(errorsIn(outcome)).toEqual([]);
  });

  test('reads its storage after the user has entered another key, the key of the user is kept', async () => {
    const session = startIn(({ storage }) => ({
      storage: {
        ...storage,
        getItem: (name) => new Promise((resolve) => setTimeout(() => resolve(storage.getItem(name)), 60_000)),
      },
    }));
    await settle(session.ready);
    await session.save({ apiKey: 'another' });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(session.settings.apiKey).toBe('another');
  });
});

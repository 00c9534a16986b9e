import type { Session } from '../../../src/app/session';
import { Features } from '../../../src/office/features';
import { formatWhereNeeded } from '../../../src/office/format-where-needed';
import { createCall, createTestSession } from '../../support/evaluate';

const RESULT = { value: 1.5, format: '0.00' };

describe('number formats that the add-in writes into cells', () => {
  const run = jest.fn(() => Promise.resolve(new Map()));
  beforeEach(() => {
    run.mockClear();
    Object.assign(globalThis, { Excel: { run } });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  /** Whether Excel is asked when the time for it has come. */
  async function isAsked(session: Session): Promise<boolean> {
    session.cells.end(createCall({ address: 'Model!A2' }), RESULT);
    await jest.advanceTimersByTimeAsync(10_000);
    return run.mock.calls.length > 0;
  }

  async function begin(features: Features): Promise<Session> {
    const session = createTestSession();
    await session.ready;
    session.cells.early = [];
    session.cells.end(createCall({ address: 'Model!A1' }), RESULT);
    jest.useFakeTimers();
    formatWhereNeeded(session, features);
    // One more before the code is there.
    session.cells.end(createCall({ address: 'Model!A3' }), RESULT);
    await jest.advanceTimersByTimeAsync(0);
    expect(session.cells.early).toBeUndefined();
    return session;
  }

  const excelWith = (...sets: string[]): Features => new Features((set) => sets.includes(set));

  test('are written if functions can return only plain numbers, even for earlier results', async () => {
    const session = createTestSession();
    await session.ready;
    session.cells.early = [];
    jest.useFakeTimers();
    formatWhereNeeded(session, excelWith('ExcelApi'));
    session.cells.end(createCall({ address: 'Model!A1' }), RESULT);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(run).toHaveBeenCalled();
  });

  test('are not written if functions can return number formats', async () => {
    expect(await isAsked(await begin(excelWith('ExcelApi', 'CustomFunctionsRuntime')))).toBe(false);
  });

  test('are not written while the user has turned formats off', async () => {
    const features = excelWith('ExcelApi');
    features.richValues = 'off';
    const session = await begin(features);
    expect(await isAsked(session)).toBe(false);
    features.richValues = 'auto';
    await session.save({ richValues: 'auto' });
    expect(await isAsked(session)).toBe(true);
    features.richValues = 'off';
    await session.save({ richValues: 'off' });
    run.mockClear();
    expect(await isAsked(session)).toBe(false);
  });
});

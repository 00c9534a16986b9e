import { type Asker, Spending } from '../../../src/api/spending';
import { PriceError } from '../../../src/api/price-error';
import type { Call } from '../../../src/core/call';
import { notAvailable } from '../../../src/core/errors';
import { createCall } from '../../support/evaluate';

/** Formulas may send two requests, and the user has agreed to none of them, unless the test says otherwise. */
function setUp(maxRequests = 2) {
  const settings = { maxRequests };
  const user = { accepts: false };
  const spending = new Spending(
    () => settings,
    () => user.accepts,
  );
  return {
    spending,
    settings,
    user,
    /** Sends that many requests for a question. Gives the error of the first that may not be sent. */
    send: (asker: Asker, count: number): unknown => {
      try {
        for (let sent = 0; sent < count; sent++) spending.spendRequest(NOON, [asker]);
        return undefined;
      } catch (error) {
        return error;
      }
    },
    /** The call of a formula that begins now. */
    begin: (formula: readonly unknown[], details: Partial<Call> = {}): Call => {
      const call = createCall(details);
      spending.beginCall(call, formula);
      return call;
    },
  };
}

const NOON = new Date(2026, 10, 20, 12).getTime();
const askedBy = (...callers: readonly Call[]): Asker => ({ callers, sent: 0, requested: { at: 0 } });

describe('a formula', () => {
  test('may send as many requests as the settings say, for all its questions together', () => {
    const { send } = setUp(3);
    const call = createCall();
    expect([send(askedBy(call), 1), send(askedBy(call), 2)]).toEqual([undefined, undefined]);
    expect(send(askedBy(call), 1)).toBeInstanceOf(PriceError);
    expect(call.allowance).toEqual({ max: 3, sent: 3, missing: 1, isGuess: false });
  });

  test('may send any number if the settings say none', () => {
    const { spending, send } = setUp(0);
    expect(send(askedBy(createCall()), 1_000)).toBeUndefined();
    expect(spending.maxRequests).toBe(Infinity);
  });

  test('says how many more requests it needs, also once that number has grown', () => {
    const { send } = setUp();
    const call = createCall();
    const error = send(askedBy(call), 3);
    expect(error).toMatchObject({
      name: 'PriceError',
      code: '#N/A',
      message: 'One more request: allow it in the MD pane',
    });
    call.allowance!.missing = 1_234;
    expect(error).toMatchObject({ message: 'About 1,234 more requests: allow it in the MD pane' });
  });

  test('needs one request for all names of a list', () => {
    const { spending } = setUp();
    const call = createCall({ allowance: { max: 2, sent: 2, missing: 0 } });
    expect(() => spending.spendRequest(NOON, [askedBy(call), askedBy(call), askedBy(call)])).toThrow(
      'One more request',
    );
  });

  test('that may send nothing repeats what it said before', () => {
    const { send } = setUp();
    expect(send(askedBy(createCall({ allowance: { max: 0, sent: 0, missing: 7 } })), 1)).toMatchObject({
      message: 'About 7 more requests: allow it in the MD pane',
    });
  });
});

describe('what several formulas ask for', () => {
  test('is paid by one of them, and by the next once that has nothing left', () => {
    const { send } = setUp(5);
    const poor = createCall({ allowance: { max: 1, sent: 0, missing: 0 } });
    const other = createCall();
    expect(send(askedBy(poor, other), 3)).toBeUndefined();
    expect([poor.allowance!.sent, other.allowance!.sent]).toEqual([1, 2]);
  });

  test('is sent no more often than one of them may send it, and then each needs more', () => {
    const { send } = setUp();
    const [one, other] = [createCall(), createCall()];
    expect(send(askedBy(one, other), 3)).toBeInstanceOf(PriceError);
    expect([one.allowance, other.allowance]).toEqual([
      { max: 2, sent: 2, missing: 1, isGuess: false },
      { max: 2, sent: 0, missing: 1, isGuess: false },
    ]);
  });
});

describe('all requests', () => {
  test('are counted by the day on which they were sent, for every call', () => {
    const { spending, send } = setUp();
    send(askedBy(createCall()), 2);
    spending.spendRequest(NOON);
    spending.spendRequest(new Date(2026, 10, 21, 12).getTime());
    expect(spending.sentOn).toEqual({ 'Fri Nov 20 2026': 3, 'Sat Nov 21 2026': 1 });
  });

  test('are refused once the budget of the day is used up, and then neither count nor are paid', () => {
    const { spending, send } = setUp();
    const usedUp = notAvailable('used up');
    spending.budget = {
      left: 0,
      spent: 5,
      checkRequests: (count) => {
        if (count > 0) throw usedUp;
      },
    };
    const call = createCall();
    expect(send(askedBy(call), 1)).toBe(usedUp);
    expect([spending.sentOn, call.allowance]).toEqual([{}, undefined]);
  });
});

describe('a formula that was stopped', () => {
  const NEWS = ['NEWS', ['stocks', 200]];

  /** News that were stopped when they needed five more requests. */
  function setUpStopped() {
    const all = setUp();
    all.spending.endCall(createCall({ allowance: { max: 2, sent: 2, missing: 5 } }), NEWS);
    return all;
  }

  test('sends nothing until the user agrees, and says again what it needs', () => {
    const { spending, begin } = setUpStopped();
    expect(spending.hasStopped).toBe(true);
    for (let time = 0; time < 2; time++)
      expect(begin(NEWS).allowance).toEqual({ max: 0, sent: 0, missing: 5, isGuess: false });
  });

  test('may send what it needs besides the usual number once the user has agreed, and from then on', () => {
    const { user, begin } = setUpStopped();
    user.accepts = true;
    const allowed = { max: 7, sent: 0, missing: 0, told: 5 };
    expect([begin(NEWS).allowance, begin(NEWS).allowance]).toEqual([allowed, allowed]);
    user.accepts = false;
    expect(begin(NEWS).allowance).toEqual(allowed);
  });

  test('may send as much in a cell each time it is calculated, also if the first calculation was cancelled', () => {
    const { spending, user, begin, send } = setUpStopped();
    user.accepts = true;
    for (const laterMs of [0, 10_000, 20_000]) {
      const call = begin(NEWS, { address: 'Sheet1!A1', begunAt: Date.now() + laterMs, asked: NEWS });
      user.accepts = false;
      expect(send(askedBy(call), 7)).toBeUndefined();
      if (laterMs === 0) call.cancellation.cancel();
      spending.endCall(call, NEWS);
    }
  });

  test('adds what was agreed once for a cell that has it twice', () => {
    const { user, begin, send } = setUpStopped();
    user.accepts = true;
    const calls = [1, 2].map((begunAt) => begin(NEWS, { address: 'Sheet1!A1', begunAt, asked: NEWS }));
    expect(send(askedBy(calls[0]!), 7)).toBeUndefined();
    expect(send(askedBy(calls[1]!), 1)).toBeInstanceOf(PriceError);
  });

  test('stops again if that is not enough either', () => {
    const { spending, user, begin } = setUpStopped();
    user.accepts = true;
    spending.endCall(createCall({ allowance: { ...begin(NEWS).allowance!, missing: 3 } }), NEWS);
    user.accepts = false;
    expect(begin(NEWS).allowance).toEqual({ max: 0, sent: 0, missing: 3, isGuess: false, told: 5 });
  });

  test('stops no other formula', () =>
    expect(setUpStopped().begin(['NEWS', ['stocks', 100]]).allowance).toBeUndefined());

  test('goes on by itself once the settings allow another number', () => {
    const { settings, begin } = setUpStopped();
    settings.maxRequests = 50;
    expect(begin(NEWS).allowance).toBeUndefined();
  });

  test('leaves a preview the allowance that it has', () => {
    const allowance = { max: 1, sent: 0, missing: 0 };
    expect(setUpStopped().begin(NEWS, { allowance }).allowance).toBe(allowance);
  });

  test.each([
    ['nothing was sent for it', {}],
    ['it was a preview, which stops earlier', { isSample: true, allowance: { max: 1, sent: 1, missing: 5 } }],
  ])('is not remembered if %s', (_, details: Partial<Call>) => {
    const { spending, begin } = setUp();
    spending.endCall(createCall(details), NEWS);
    expect([spending.hasStopped, begin(NEWS).allowance]).toEqual([false, undefined]);
  });
});

import fc from 'fast-check';
import type { Session } from '../../../src/app/session';
import { createTestSession } from '../../support/evaluate';
import { createStubService, status } from '../../support/stub-service';
import { enter, type LiveCell, pass, settle, useFakeTime } from './live-sheet';
import { KEY_HEADER } from '../../support/published-fields';

useFakeTime();

type Step =
  | { readonly kind: 'open'; readonly symbol: string; readonly seconds: number; readonly area: string }
  | { readonly kind: 'cancel'; readonly index: number }
  | { readonly kind: 'pass'; readonly seconds: number }
  | { readonly kind: 'save'; readonly key: string };

type Fate = 'right' | 'empty' | 'broken' | 500 | 401 | 429 | 'never';

const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('open'),
      symbol: fc.constantFrom('EURUSD', 'GBPUSD', 'USDJPY', 'AUDCAD'),
      seconds: fc.constantFrom(1, 2, 5, 10, 60),
      area: fc.constantFrom('currencies', 'crypto'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('cancel'), index: fc.nat(30) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass'), seconds: fc.constantFrom(0, 0.01, 0.5, 1, 3, 11) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('save'), key: fc.constantFrom('one', 'two') }) },
);
const FATE: fc.Arbitrary<{ readonly fate: Fate; readonly latencyMs: number }> = fc.record({
  fate: fc.constantFrom<Fate>('right', 'right', 'right', 'empty', 'broken', 500, 401, 429, 'never'),
  latencyMs: fc.constantFrom(0, 20, 700, 4_000),
});

/**
 * A service in which every request meets the next fate, or the right answer when there are no more. It knows the
 * pending requests.
 */
function createService(fates: readonly { readonly fate: Fate; readonly latencyMs: number }[]) {
  const out = new Map<AbortSignal, string>();
  const twice: string[] = [];
  let count = 0;
  const answer = async ({
    path,
    query,
    headers,
    signal,
  }: {
    path: string;
    query: URLSearchParams;
    headers: Readonly<Record<string, string>>;
    signal: AbortSignal;
  }): Promise<unknown> => {
    const { fate, latencyMs } = fates[count++] ?? { fate: 'right', latencyMs: 5 };
    const symbols = query.get('symbols')!.split(',');
    const names = symbols.map((symbol) => `${headers[KEY_HEADER]} ${path} ${symbol}`);
    twice.push(...names.filter((name) => [...out.values()].some((other) => other.split(',').includes(name))));
    out.set(signal, names.join(','));
    await new Promise((resolve) => {
      const timer = fate === 'never' ? undefined : setTimeout(resolve, latencyMs);
      signal.addEventListener('abort', () => {
        out.delete(signal);
        clearTimeout(timer);
      });
    });
    out.delete(signal);
    if (fate === 'right') return { items: symbols.map((symbol) => ({ symbol, mid: count })) };
    return fate === 'empty' ? { items: [] } : fate === 'broken' ? new Response('<html>') : status(Number(fate));
  };
  return { service: createStubService({ '/currencies/quotes': answer, '/crypto/quotes': answer }), out, twice };
}

interface Entered {
  readonly cell: LiveCell;
  /** How much it had shown when it was cancelled; undefined while it is open. */
  shownAtCancel: number | undefined;
}

async function take(step: Step, session: Session, cells: Entered[]): Promise<void> {
  switch (step.kind) {
    case 'open':
      cells.push({ cell: enter(session, [step.symbol, null, step.area, step.seconds]), shownAtCancel: undefined });
      return;
    case 'cancel': {
      const found = cells[step.index];
      if (found?.shownAtCancel !== undefined) return;
      found?.cell.cancel();
      if (found) found.shownAtCancel = found.cell.shown.length;
      return;
    }
    case 'pass':
      return pass(step.seconds);
    case 'save':
      return session.save({ apiKey: step.key });
  }
}

/** A slow answer, its time-out and two retries; then the minute that a refused symbol rests, and its next poll. */
const MAX_SECONDS = 300;

test('for any order of opened and cancelled streams and any answers of the service every stream gets a right value in the end, a cancelled one none, and no symbol is requested twice at a time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(STEP, { maxLength: 30 }),
      fc.array(FATE, { maxLength: 20 }),
      fc.nat(),
      async (steps, fates, order) => {
        jest.clearAllTimers();
        const { service, out, twice } = createService(fates);
        const session = createTestSession({ service, timeoutMs: 5_000, findsSymbols: false });
        const cells: Entered[] = [];
        for (const step of steps) await take(step, session, cells);

        await pass(MAX_SECONDS);
        for (const { cell, shownAtCancel } of cells) {
          if (shownAtCancel === undefined) expect(cell.shown.at(-1)).toEqual(expect.any(Number));
          else expect(cell.shown).toHaveLength(shownAtCancel);
        }
        expect(twice).toEqual([]);

        const open = cells.filter(({ shownAtCancel }) => shownAtCancel === undefined);
        while (open.length > 0) open.splice(order % open.length, 1)[0]!.cell.cancel();
        await settle();
        expect(out.size).toBe(0);
        // What was just being collected finds that nobody wants it.
        await pass(0.1);
        expect(jest.getTimerCount()).toBe(0);
      },
    ),
    { numRuns: process.env.MD_TESTS === 'night' ? 60 : 20 },
  );
}, 120_000);

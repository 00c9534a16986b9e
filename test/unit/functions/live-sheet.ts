import type { Session } from '../../../src/app/session';
import type { Call } from '../../../src/core/call';
import { Cancellation } from '../../../src/core/cancellation';
import { CATALOG } from '../../../src/functions/catalog';
import { isStreaming } from '../../../src/functions/define';
import { openStream } from '../../../src/functions/evaluate/stream';
import { createCall, plain, type Plain } from '../../support/evaluate';

/** Every timer and clock is jest's, but for what lets promises settle. */
export const useFakeTime = (): void => {
  beforeEach(() => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 20, 15), doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
};

const TURNS = 8;

/** Lets everything happen that needs no time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate);
}

/** Lets that many seconds pass, timer by timer. */
export async function pass(seconds: number): Promise<void> {
  const state = { isOver: false };
  setTimeout(() => (state.isOver = true), seconds * 1000);
  await settle();
  while (!state.isOver) {
    jest.advanceTimersToNextTimer();
    await settle();
  }
}

/** A cell with =MD.LIVE(…): everything that it has shown, in order. */
export interface LiveCell {
  readonly shown: (Plain | Plain[][])[];
  /** The same with all cells of each result. */
  readonly tables: (Plain | Plain[][])[];
  readonly cancel: () => void;
}

const LIVE = CATALOG.filter(isStreaming).find(({ id }) => id === 'LIVE')!;

/** @param details of the call, such as its address, which the workbench tells a stream and Excel does not */
export function enter(session: Session, values: readonly unknown[], details: Partial<Call> = {}): LiveCell {
  const cancellation = new Cancellation();
  const [shown, tables]: (Plain | Plain[][])[][] = [[], []];
  openStream(LIVE, session, values, createCall({ cancellation, ...details }), (outcome) => {
    const cells = plain(outcome);
    tables!.push(cells);
    shown!.push(Array.isArray(cells) ? cells[0]![0]! : cells);
  });
  return { shown: shown!, tables: tables!, cancel: () => cancellation.cancel() };
}

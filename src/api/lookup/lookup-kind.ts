import type { Call } from '../../core/call';
import type { PendingQuestion } from './pending-question';
import type { Archive } from '../archive';
import type { ClientObserver } from '../client-observer';
import type { Spending } from '../spending';
import type { AnswerAges } from '../transport/ages';
import type { BatchWindow } from './batch-window';

/** A time before all others: a call that accepts answers since then takes an old one, and sends no request. */
export const ANY_AGE = -Infinity;

export interface LookupKind<Question, Value extends object> {
  readonly keyOf: (question: Question) => string;
  readonly freshSeconds: number;
  /** Used instead of `freshSeconds`, if it can change while the client lives. */
  readonly freshMs?: () => number;
  readonly maxAnswers: number;
  /** Whether an answer is complete and may be cached. @default every answer is */
  readonly isComplete?: (value: Value) => boolean;
  /**
   * Sends the questions of one batch in as few requests as possible. Returns one promise per question, in the same
   * order.
   */
  readonly ask: (questions: readonly PendingQuestion<Question>[]) => readonly Promise<Value>[];
}

/** What all lookups of a client share. */
export interface LookupContext {
  readonly batchWindow: BatchWindow;
  readonly observer: ClientObserver;
  readonly ages: AnswerAges;
  readonly now: () => number;
  /**
   * The call accepts only answers requested since this time (in ms); undefined if any fresh answer will do, ANY_AGE if
   * it wants the answer that is there already.
   */
  readonly notBefore: (call: Call) => number | undefined;
  /** Decides whether what needs many requests may be sent. @default everything may */
  readonly spending?: Spending | undefined;
  /** The store that keeps final answers for later sessions. @default none */
  readonly archive?: (() => Promise<Archive | undefined>) | undefined;
  /** How long a quote stays fresh, in ms; Infinity: until it is refreshed. */
  readonly quotesFreshMs: () => number;
}

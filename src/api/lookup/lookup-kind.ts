import type { Call } from '../../core/call';
import type { Cancellation } from '../../core/cancellation';
import type { Archive } from '../archive';
import type { ClientObserver } from '../client-observer';
import type { Spending } from '../spending';
import type { BatchWindow } from './batch-window';

/** A question on its way. It is cancelled when nobody waits for the answer any more. */
export class PendingQuestion<Question> {
  constructor(
    readonly question: Question,
    readonly cancellation: Cancellation,
    readonly isPoll = false,
    /** How old an answer may be that a gateway has kept; undefined leaves it to the gateway. */
    readonly maxAgeMs?: number,
  ) {}

  /** For a question that is a request by itself. */
  get signal(): AbortSignal {
    return this.cancellation.signal;
  }
}

/** The age that suits everybody who asks. */
export const leastMaxAge = (questions: readonly PendingQuestion<unknown>[]): number | undefined =>
  questions.reduce<number | undefined>(
    (least, { maxAgeMs }) => (maxAgeMs === undefined ? least : Math.min(least ?? Infinity, maxAgeMs)),
    undefined,
  );

export interface LookupKind<Question, Value extends object> {
  readonly keyOf: (question: Question) => string;
  readonly freshSeconds: number;
  /** In the place of `freshSeconds`, where that can change while the client lives. */
  readonly freshMs?: () => number;
  readonly mostAnswers: number;
  /** Whether an answer is complete and may be kept. @default every answer is */
  readonly isComplete?: (value: Value) => boolean;
  /** Sends the questions of one batch in as few requests as possible: one promise for each question, in the same order. */
  readonly ask: (questions: readonly PendingQuestion<Question>[]) => readonly Promise<Value>[];
}

/** What all lookups of one client share. */
export interface LookupContext {
  readonly batchWindow: BatchWindow;
  readonly observer: ClientObserver;
  readonly now: () => number;
  /** Answers requested before that time (in ms) do not count for the call; undefined where every fresh one does. */
  readonly notBefore: (call: Call) => number | undefined;
  /** Decides whether what takes many requests may be asked; everything may when left out. */
  readonly spending?: Spending | undefined;
  /** Where answers that stay as they are, are kept for the next session; nowhere when left out. */
  readonly archive?: (() => Promise<Archive | undefined>) | undefined;
  /** How long a quote stays fresh, in ms; Infinity until it is refreshed. */
  readonly quotesFreshMs: () => number;
}

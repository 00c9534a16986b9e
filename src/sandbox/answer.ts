import type { Usage } from './usage';
import type { Query } from './parameters';

/** What an answer may use besides its parameters. */
export interface Scene {
  readonly nowMs: number;
  readonly seed: number;
  readonly apiKey: string;
  readonly usage: Usage;
  readonly request: Request;
  /** Requested names that the service does not have. The answer omits them and lists them here. */
  readonly unknownNames: string[];
}

/** Creates the 200 body of one operation, or throws a Refusal. */
export type AnswerHandler = (query: Query, scene: Scene) => unknown;

/** Answers by operation id ("GET /stocks/markets"). */
export type AnswerHandlers = Readonly<Record<string, AnswerHandler>>;

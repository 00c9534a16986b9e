import type { ValidationProblem } from '../api/interface/operation';

/** An answer other than 200, thrown where the fault is found. Its body is {"detail": …}, in the service's words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly detail: string | readonly ValidationProblem[],
  ) {
    super(`${status} ${JSON.stringify(detail)}`);
  }
}

export const invalid = (...problems: readonly ValidationProblem[]): Refusal => new Refusal(422, problems);

export const notFound = (what: string): Refusal => new Refusal(404, `${what} not found`);

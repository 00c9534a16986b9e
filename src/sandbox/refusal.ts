/** An answer other than 200, thrown where the fault is found. Its body is {"detail": …}, in the service's words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly detail: string | readonly Problem[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status} ${JSON.stringify(detail)}`);
  }
}

/** One entry of a 422 body: the field, the message and the type of mistake. */
export interface Problem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

export const invalid = (...problems: readonly Problem[]): Refusal => new Refusal(422, problems);

export const notFound = (what: string): Refusal => new Refusal(404, `${what} not found`);

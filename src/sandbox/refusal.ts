/** An answer other than 200, thrown by whatever finds the fault. Its body is {"detail": …}, as the service words them. */
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

/** One entry of a 422 body: where, what, and the kind of mistake. */
export interface Problem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

export const invalid = (...problems: readonly Problem[]): Refusal => new Refusal(422, problems);

export const notFound = (what: string): Refusal => new Refusal(404, `${what} not found`);

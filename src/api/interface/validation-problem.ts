/** One entry of a 422 body: the field, the message and the type of mistake. */
export interface ValidationProblem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

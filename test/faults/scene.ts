import { inspect } from 'node:util';
import { type Environment, Session } from '../../src/app/session';
import type { Cell } from '../../src/core/cell';
import { CellError } from '../../src/core/errors';
import { CATALOG } from '../../src/functions/catalog';
import { HELP } from '../../src/functions/generated/help-texts';
import type { AnyDeclaration } from '../../src/functions/define';
import { invoke, type Outcome } from '../../src/functions/evaluate/invoke';
import { functionsJson } from '../../src/functions/help/functions-json';
import { readFormula } from '../excel/emulator/formula';
import { createCall, plainCell } from '../support/evaluate';
import { createMemoryHost } from '../support/memory-host';

/** Unlike anything that the service or the product says. */
export const KEY = 'key-7f3a9c2e51d0';
export const ADDRESS = 'https://service.test';
/** Friday, 20 November 2026, 15:00:03.400 UTC: the exchanges of the examples are open. */
export const NOW_MS = Date.UTC(2026, 10, 20, 15, 0, 3, 400);

export interface Formula {
  readonly id: string;
  readonly declaration: AnyDeclaration;
  readonly args: readonly unknown[];
}

const METADATA = functionsJson(HELP, 'https://addin.test');

/** Closes alone read few pages, and ask before they read all of them instead of a spoilt one. */
const [ALL_TICKS] = HELP.find(({ declaration }) => declaration.id === 'TICKS')!.examples.filter(
  ({ formula }) => !formula.includes('close'),
);

const exampleOf = (declaration: AnyDeclaration): string =>
  declaration.id === 'TICKS'
    ? ALL_TICKS!.formula
    : HELP.find((help) => help.declaration === declaration)!.examples[0].formula;

export const formulaOf = (declaration: AnyDeclaration, text = exampleOf(declaration)): Formula => ({
  id: declaration.id,
  declaration,
  args: readFormula(text, METADATA).args,
});

/** An example of every function that asks the service. */
export const FORMULAS: readonly Formula[] = CATALOG.filter(({ sources }) => sources.length > 0).map((declaration) =>
  formulaOf(declaration),
);

/** A session that has a key and waits for next to nothing. */
export const createSession = (
  fetch: Environment['fetch'],
  environment: Partial<Environment> = {},
  serviceAddress = ADDRESS,
): Session =>
  new Session(createMemoryHost({ apiKey: KEY, serviceAddress }), {
    fetch,
    now: () => Date.now(),
    pace: { quietMs: 0, maxMs: 5 },
    timeoutMs: 2_000,
    retryMs: 1,
    ...environment,
  });

export const evaluate = async (session: Session, { declaration, args }: Formula): Promise<Outcome> =>
  invoke(declaration, session, args, createCall());

/** What the cells show, row by row; an error of the whole formula is one cell. */
export const shown = (outcome: Outcome): unknown[][] => cellsOf(outcome).map((row) => row.map(plainCell));

const cellsOf = (outcome: Outcome): Cell[][] => (outcome instanceof CellError ? [[outcome]] : outcome);

export const errorsIn = (outcome: Outcome): CellError[] =>
  cellsOf(outcome)
    .flat()
    .filter((cell): cell is CellError => cell instanceof CellError);

/** Everything in which a key might show: cells, causes of errors, and the pane's activity. */
export const traces = (session: Session, ...outcomes: readonly Outcome[]): string =>
  inspect([outcomes, session.activity.requests, session.activity.notes], {
    depth: 12,
    showHidden: true,
    maxArrayLength: 50,
    maxStringLength: 2_000,
  });

import type { Host, Workbook } from '../app/host';
import { Session } from '../app/session';
import type { FunctionHelp } from '../functions/help/explain';
import { exampleArguments, signatureOf } from '../functions/help/formula-arguments';
import { type ExampleResult, EXAMPLES_AT_MS } from '../functions/help/help-page';
import type { AnyDeclaration } from '../functions/define';
import { invoke, type Outcome } from '../functions/evaluate/invoke';
import { messageOf } from '../core/basics';
import { CellError } from '../core/errors';
import { createSandbox } from '../sandbox/app';
import { Cancellation } from '../core/cancellation';

/**
 * The actual result of every example in the help, evaluated on the sandbox. The same on every computer, except for
 * times on the computer's own clock.
 */
export async function exampleResults(helps: readonly FunctionHelp[]): Promise<ExampleResult[]> {
  const sandbox = createSandbox({ now: () => EXAMPLES_AT_MS });
  const session = new Session(HOST, { fetch: (input) => sandbox.fetch(input as Request), now: () => EXAMPLES_AT_MS });
  const resultOf = async (declaration: AnyDeclaration, formula: string): Promise<Outcome> => {
    try {
      const args = exampleArguments(formula, signatureOf(declaration), {}, EXAMPLES_AT_MS);
      return await invoke(declaration, session, args, { isPreview: false, cancellation: new Cancellation() });
    } catch (error) {
      // A test reports each failure. If it were thrown here, nothing that needs the build would work.
      return new CellError('#NAME?', `MD.${declaration.id} has the example ${formula}: ${messageOf(error)}`);
    }
  };
  const results = helps.flatMap(({ declaration, examples }) =>
    examples.map(async ({ formula }) => ({ formula, outcome: await resultOf(declaration, formula) })),
  );
  return Promise.all(results);
}

const absent = (): Promise<never> => Promise.reject(new Error('There is no workbook here'));

/** A user with the demo key and without a spreadsheet. */
const HOST: Host = {
  name: 'Workbench',
  defaultServiceAddress: 'https://sandbox.example',
  storage: {
    getItem: (name) => Promise.resolve(name === 'md.apiKey' ? 'demo' : null),
    setItem: () => Promise.resolve(),
    removeItem: () => Promise.resolve(),
  },
  dateSystem: () => Promise.resolve('1900'),
  recalculate: () => Promise.resolve(),
  language: 'en-US',
  isDark: undefined,
  onThemeChange: () => () => undefined,
  workbook: new Proxy({ listSeparator: ',', on: () => () => undefined } as unknown as Workbook, {
    get: (has, name) => (Reflect.has(has, name) ? Reflect.get(has, name) : absent) as unknown,
  }),
};

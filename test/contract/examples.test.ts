import { Session } from '../../src/app/session';
import { CellError } from '../../src/core/errors';
import { exampleResults } from '../../src/build/example-results';
import { HELP } from '../../src/functions/generated/help-texts';
import { invoke } from '../../src/functions/evaluate/invoke';
import { functionsJson } from '../../src/functions/help/functions-json';
import { routeOf } from '../../src/gateway/route';
import { createSandbox } from '../../src/sandbox/app';
import { readFormula } from '../excel/emulator/formula';
import { createMemoryHost } from '../support/memory-host';
import { Cancellation } from '../../src/core/cancellation';

const EXAMPLES = HELP.flatMap(({ declaration, examples }) =>
  examples.map(({ formula, gives }) => [formula, gives, declaration] as const),
);

/** A session on the sandbox, and the paths that it asks. */
function createSession(): { session: Session; asked: string[] } {
  const asked: string[] = [];
  const sandbox = createSandbox({ now: () => Date.UTC(2026, 10, 20, 15) });
  const fetch = (input: unknown): Promise<Response> => {
    const request = input as Request;
    asked.push(new URL(request.url).pathname);
    return sandbox.fetch(request);
  };
  return {
    session: new Session(createMemoryHost({ apiKey: 'demo' }), { fetch, now: () => Date.UTC(2026, 10, 20, 15) }),
    asked,
  };
}

test.each(EXAMPLES)('an example in the help %s gives %s', async (formula, _, declaration) => {
  const { args } = readFormula(formula, functionsJson(HELP, 'https://addin.example.com'));
  const { session, asked } = createSession();
  const outcome = await invoke(declaration, session, args, { isPreview: false, cancellation: new Cancellation() });
  expect(outcome).not.toBeInstanceOf(CellError);
  expect((outcome as unknown[][]).flat().filter((cell) => cell instanceof CellError)).toEqual([]);
  expect(asked.length > 0).toBe(declaration.sources.length > 0);
  // Ticks ask the calendar too, for the closes of days: their help says so.
  const allowed = [...declaration.sources, ...(declaration.id === 'TICKS' ? ['GET /stocks/markets/hours'] : [])];
  expect(asked.map((path) => routeOf('GET', path)?.operation.id).filter((id) => !allowed.includes(id!))).toEqual([]);
});

/** The sentences of examples that are no formulas of their function. */
const wrongIn = async (helps: typeof HELP): Promise<string[]> =>
  (await exampleResults(helps)).flatMap(({ outcome }) => (outcome instanceof CellError ? [outcome.message] : []));

describe('the page of a function', () => {
  test('has a result for every example', async () => expect(await wrongIn(HELP)).toEqual([]));

  test.each([
    ['=MD.USAGE()', 'Not a formula of MD.QUOTE: =MD.USAGE()'],
    ['=QUOTE("EURUSD")', 'Not a formula of MD.QUOTE: =QUOTE("EURUSD")'],
    ['=MD.QUOTE("EURUSD",,,,,,1)', 'Too many arguments: =MD.QUOTE("EURUSD",,,,,,1)'],
    ['=MD.QUOTE(A2:A4)', 'An example cannot be written with "A2:A4"'],
    ['=MD.QUOTE("EURUSD",,,{1,2})', 'Several calls: =MD.QUOTE("EURUSD",,,{1,2})'],
  ])('says that %s is wrong, and has the results of the others', async (formula, reason) => {
    const [help] = HELP;
    const helps = [{ ...help!, examples: [...help!.examples, { formula, gives: 'an error' }] as const }];
    expect(await wrongIn(helps as unknown as typeof HELP)).toEqual([`MD.QUOTE has the example ${formula}: ${reason}`]);
  });
});

import { Session } from '../../src/app/session';
import { Cancellation } from '../../src/core/cancellation';
import { CellError } from '../../src/core/errors';
import { findOperation } from '../../src/api/find-operation';
import { CATALOG } from '../../src/functions/catalog';
import { invoke } from '../../src/functions/invoke';
import { functionsJson } from '../../src/functions/metadata';
import { createSandbox } from '../../src/sandbox/app';
import { readFormula } from '../excel/emulator/formula';
import { createMemoryHost } from '../support/memory-host';

const EXAMPLES = CATALOG.flatMap((declaration) => declaration.examples.map(({ formula, gives }) => [formula, gives, declaration] as const));
const SUMMARIES = CATALOG.map((declaration) => [/=MD\.[A-Z]+\((?:[^()]|\([^()]*\))*\)/.exec(declaration.summary)![0], 'as its summary says', declaration] as const);

/** A session on the sandbox, and the paths that it asks. */
function createSession(): { session: Session; asked: string[] } {
  const asked: string[] = [];
  const sandbox = createSandbox({ now: () => Date.UTC(2026, 10, 20, 15) });
  const fetch = (input: unknown): Promise<Response> => {
    const request = input as Request;
    asked.push(new URL(request.url).pathname);
    return sandbox.fetch(request);
  };
  return { session: new Session(createMemoryHost({ apiKey: 'demo' }), { fetch, now: () => Date.UTC(2026, 10, 20, 15) }), asked };
}

describe('every example in the help gives what it says', () => {
  test.each([...EXAMPLES, ...SUMMARIES])('%s gives %s', async (formula, _, declaration) => {
    const { given } = readFormula(formula, functionsJson(CATALOG, 'https://addin.example.com'), { 'A2:A200': [['EURUSD'], ['GBPUSD'], ['']] });
    const { session, asked } = createSession();
    const outcome = await invoke(declaration, session, given, { isPreview: false, cancellation: new Cancellation() });
    expect(outcome).not.toBeInstanceOf(CellError);
    expect((outcome as unknown[][]).flat().filter((cell) => cell instanceof CellError)).toEqual([]);
    expect(asked).not.toEqual([]);
    expect(asked.map((path) => findOperation(path)?.operation.id).filter((id) => !declaration.sources.includes(id!))).toEqual([]);
  });
});

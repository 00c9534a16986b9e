import { createSandbox } from '../../src/sandbox/app';
import type { Outcome } from '../../src/functions/evaluate/invoke';
import { parseFaults } from '../../src/sandbox/faults/fault';
import { settle, useFakeTime } from './fake-time';
import { type FaultLine, FAULTS } from './fault-list';
import { type Formula, FORMULAS, KEY, NOW_MS, createSession, evaluate, shown, traces } from './scene';

/** The sandbox's own clock stands still, so that its answers can be compared. */
function createService({ faults = '', wrap }: Partial<FaultLine> = {}) {
  const sandbox = createSandbox({ now: () => NOW_MS, faults: parseFaults(faults) });
  const direct: typeof fetch = (request) => sandbox.fetch(request as Request);
  let current = wrap?.(direct) ?? direct;
  return {
    fetch: ((...request) => current(...request)) as typeof fetch,
    lift(): void {
      current = healthy;
    },
  };
}

/** What a service without faults answers, made once: each of a sandbox of its own, because it counts what it was asked. */
const healthyAnswers = new Map<string, Promise<Response>>();
const healthy = (async (request) => {
  const { url } = request as Request;
  let answer = healthyAnswers.get(url);
  if (answer === undefined) {
    answer = Promise.resolve(createSandbox({ now: () => NOW_MS }).fetch(request as Request));
    healthyAnswers.set(url, answer);
  }
  return (await answer).clone();
}) as typeof fetch;

/** What a formula gives without faults, found once: every test begins at the same time. */
const rightOutcomes = new Map<Formula, Outcome>();
async function rightOf(formula: Formula): Promise<Outcome> {
  const right = rightOutcomes.get(formula) ?? (await settle(evaluate(createSession(healthy), formula)));
  rightOutcomes.set(formula, right);
  return right;
}

const matrix = new Map(FAULTS.map(({ name }) => [name, FORMULAS.map(() => 'FAILED')]));

useFakeTime();
afterAll(() => {
  process.stdout.write(tableOf(matrix));
});

describe.each(FAULTS.map((line) => [line.name, line] as const))('under the fault: %s', (name, line) => {
  test.each(FORMULAS.map((formula) => [formula.id, formula] as const))(
    'MD.%s gives an error that says so, and is right again afterwards',
    async (_, formula) => {
      const right = await rightOf(formula);
      const service = createService(line);
      const session = createSession(service.fetch);
      const outcome = await settle(evaluate(session, formula));
      matrix.get(name)![FORMULAS.indexOf(formula)] = line.expected(outcome, right);
      expect(traces(session, outcome)).not.toContain(KEY);
      if (!line.isStillDripping) expect(jest.getTimerCount()).toBe(0);

      service.lift();
      jest.setSystemTime(Date.now() + (line.keptForMs ?? 0));
      const [after, fresh] = [
        await settle(evaluate(session, formula)),
        await settle(evaluate(createSession(healthy), formula)),
      ];
      expect(shown(after)).toEqual(shown(fresh));
      expect(traces(session, after)).not.toContain(KEY);
    },
  );
});

function tableOf(lines: ReadonlyMap<string, readonly string[]>): string {
  const rows = [['fault', ...FORMULAS.map(({ id }) => id)], ...[...lines].map(([name, cells]) => [name, ...cells])];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return `${rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`;
}

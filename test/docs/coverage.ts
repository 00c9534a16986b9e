import type { Operation } from '../../src/api/interface/operation';
import type { AnyDeclaration } from '../../src/functions/define';
import { get } from '../../src/functions/get';

export interface TestFile {
  /** Within test/. */
  readonly name: string;
  readonly text: string;
}

const HEAD = `# Coverage

Every operation of the service: which functions use it, whether the service documents its parameters and records or the
product assumes them, and which further tests name it. \`contract/sandbox\`, \`contract/client-sandbox\` and
\`gateway/interface\` send every operation, and \`faults/matrix\` tests every function with every fault. \`npm run docs\`
writes this page.

`;

/** docs/coverage.md, from the table of operations, the catalog and the tests. */
export function coverage(
  operations: readonly Operation[],
  catalog: readonly AnyDeclaration[],
  tests: readonly TestFile[],
): string {
  const rows = operations.map(
    (operation) =>
      `| \`${operation.id}\` | ${servedBy(operation, catalog)} | ${standing(operation)} | ${testedBy(operation, tests)} |`,
  );
  const documented = operations.filter(({ isAssumed }) => !isAssumed).length;
  return `${HEAD}${operations.length} operations, ${documented} documented, ${operations.length - documented} assumed.\n
| operation | functions | standing | further tests |
|---|---|---|---|
${rows.join('\n')}
`;
}

/** MD.GET can request any of them, so it is named only if no other function does. */
function servedBy({ id, method }: Operation, catalog: readonly AnyDeclaration[]): string {
  const asking = catalog.filter(({ sources }) => sources.includes(id));
  const own = asking.filter((one) => one.id !== get.id);
  if (own.length > 0) return own.map((one) => one.id).join(', ');
  return asking.length > 0 ? 'GET' : `the client, with a body given (no function sends a ${method})`;
}

function standing({ isAssumed, parameters }: Operation): string {
  if (isAssumed) return 'assumed';
  const assumed = parameters.filter((parameter) => parameter.isAssumed).map(({ name }) => name);
  return assumed.length === 0 ? 'documented' : `documented; assumed: ${assumed.join(', ')}`;
}

/** Not those that hold every operation anyway, nor those of other matters, which use one as an example. */
const OF_FUNCTIONS = /^(contract\/sandbox|unit\/functions\/).*\.test\.ts$/;

function testedBy({ path }: Operation, tests: readonly TestFile[]): string {
  const written = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/\'"`\\s]+');
  const isNamed = new RegExp(`${written}(?![\\w/-])`);
  const named = tests
    .filter(({ name, text }) => OF_FUNCTIONS.test(name) && isNamed.test(text))
    .map(({ name }) => name.replace('.test.ts', ''));
  return named.length === 0 ? '–' : named.map((name) => `\`${name}\``).join(', ');
}

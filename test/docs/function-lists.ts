import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionTraits, ParameterRole } from '../../src/app/function-traits';
import { type AnyDeclaration, type Chunk, isStreaming, type Parameter } from '../../src/functions/define';

const FOLDER = join(__dirname, '../../src/functions');
const NOTE = '// Written by `npm run docs` from the catalog: change that instead.\n';

/** A declaration, and where it is exported. */
interface Exported {
  readonly declaration: AnyDeclaration;
  readonly file: string;
  readonly name: string;
}

/** The modules that list the functions a second time, by path, as the catalog says. */
export async function functionLists(catalog: readonly AnyDeclaration[]): Promise<Readonly<Record<string, string>>> {
  const all = await findExports(catalog);
  const chunks = chunksOf(all);
  return {
    'src/functions/generated/lazy-functions.ts': lazyFunctions(all, chunks),
    ...Object.fromEntries(
      [...chunks].map(([chunk, members]) => [`src/functions/generated/chunks/${chunk}.ts`, chunkModule(members)]),
    ),
    'src/functions/generated/help-texts.ts': helpTexts(all),
    'src/functions/generated/function-traits.ts': functionTraits(catalog),
  };
}

async function findExports(catalog: readonly AnyDeclaration[]): Promise<readonly Exported[]> {
  const files = readdirSync(FOLDER).filter((file) => /^[a-z-]+\.ts$/.test(file) && file !== 'catalog.ts');
  const exported = await Promise.all(
    files.map(async (file) => {
      const content = (await import(join(FOLDER, file))) as Readonly<Record<string, unknown>>;
      return Object.entries(content).map(([name, value]) => ({ name, value, file: file.replace('.ts', '') }));
    }),
  );
  return catalog.map((declaration) => {
    const found = exported.flat().find(({ value }) => value === declaration);
    if (!found) throw new Error(`MD.${declaration.id} is not exported by a file of src/functions`);
    return { declaration, file: found.file, name: found.name };
  });
}

/** The functions that are loaded late, by the script that they come in. */
function chunksOf(all: readonly Exported[]): ReadonlyMap<Chunk, readonly Exported[]> {
  const late = all.filter(({ declaration: { chunk } }) => chunk !== 'functions');
  const names = new Set(late.map(({ declaration: { chunk } }) => chunk));
  return new Map([...names].map((name) => [name, late.filter(({ declaration: { chunk } }) => chunk === name)]));
}

function lazyFunctions(all: readonly Exported[], chunks: ReadonlyMap<Chunk, readonly Exported[]>): string {
  const first = all.filter(({ declaration: { chunk } }) => chunk === 'functions');
  return `${NOTE}import type { AnyDeclaration } from '../define';
import { type LazyFunction, lazyFunctions } from '../evaluate/lazy-function';
${first.map(({ file, name }) => `import { ${name} } from '../${file}';`).join('\n')}

/** The functions of the catalog as the add-in loads them: at once, or with the first formula that needs them. */
export const FUNCTIONS: readonly (AnyDeclaration | LazyFunction)[] = [
${first.map(({ name }) => `  ${name},`).join('\n')}
${[...chunks].map(([chunk, members]) => `  ...lazyFunctions(${lazyArguments(chunk, members)}),`).join('\n')}
];
`;
}

function lazyArguments(chunk: Chunk, members: readonly Exported[]): string {
  const ids = members.map(({ declaration: { id } }) => id);
  const streams = members.filter(({ declaration }) => isStreaming(declaration)).length;
  if (streams > 0 && streams < members.length) throw new Error(`In the chunk "${chunk}" only some functions stream`);
  return `'${ids.join(',')}', () => ${importOf(chunk)}${streams > 0 ? ', true' : ''}`;
}

const importOf = (chunk: Chunk): string => `import(/* webpackChunkName: "${chunk}" */ './chunks/${chunk}')`;

const chunkModule = (members: readonly Exported[]): string =>
  `${NOTE}${members.map(({ declaration: { id }, file, name }) => `export { ${name} as ${id} } from '../../${file}';`).join('\n')}
`;

function helpTexts(all: readonly Exported[]): string {
  return `${NOTE}import type { FunctionHelp } from '../help/explain';
${all.map(({ file, name }) => `import { ${name}Help } from '../${file}.help';`).join('\n')}

/** The help of all functions, in the catalog's order. The add-in's scripts must not import it. */
export const HELP: readonly FunctionHelp[] = [
${all.map(({ name }) => `  ${name}Help,`).join('\n')}
];
`;
}

function functionTraits(catalog: readonly AnyDeclaration[]): string {
  return `${NOTE}import type { FunctionTraits } from '../../app/function-traits';

/** What refresh and the settings must know of every function, without its code. */
export const TRAITS: readonly FunctionTraits[] = [
${catalog.map((declaration) => `  ${JSON.stringify(traitsOf(declaration))},`).join('\n')}
];
`;
}

const traitsOf = (declaration: AnyDeclaration): FunctionTraits => ({
  id: declaration.id,
  requests: declaration.requests,
  ...(declaration.takesPath && { takesPath: true }),
  ...(isStreaming(declaration) && { isStreaming: true, everySeconds: defaultInterval(declaration) }),
  parameters: Object.entries(declaration.parameters).map(([name, parameter]) => ({ name, ...roleOf(parameter) })),
  // Those of a function that takes any are all of the table.
  sources: declaration.takesPath ? [] : declaration.sources,
});

function roleOf({ role, input }: Parameter): { readonly role?: ParameterRole } {
  if (role) return { role };
  if (input === 'date-time') return { role: 'moment' };
  return input === 'date' || input === 'exchanges' || input === 'filing-type' ? { role: input } : {};
}

const defaultInterval = ({ parameters }: AnyDeclaration): number =>
  Number(Object.values(parameters).find(({ role }) => role === 'interval')?.default);

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionTraits, ParameterRole } from '../../src/app/function-traits';
import { type AnyDeclaration, isStreaming, type Parameter } from '../../src/functions/define';

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
  return {
    'src/functions/generated/lazy-functions.ts': lazyFunctions(all),
    'src/functions/generated/help-texts.ts': helpTexts(all),
    'src/app/generated/function-traits.ts': functionTraits(catalog),
  };
}

async function findExports(catalog: readonly AnyDeclaration[]): Promise<readonly Exported[]> {
  const files = readdirSync(FOLDER).filter(
    (file) => /^[a-z-]+\.ts$/.test(file) && file !== 'catalog.ts' && file !== 'late.ts',
  );
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

const isLate = ({ declaration: { isFirst } }: Exported): boolean => isFirst !== true;

function lazyFunctions(all: readonly Exported[]): string {
  const first = all.filter((one) => !isLate(one));
  const late = all.filter(isLate).map(({ declaration }) => declaration);
  const idsOf = (some: readonly AnyDeclaration[]): string => some.map(({ id }) => id).join(',');
  return `${NOTE}import type { AnyDeclaration } from '../define';
import { type LazyFunction, lazyFunctions } from '../evaluate/lazy-function';
${first.map(({ file, name }) => `import { ${name} } from '../${file}';`).join('\n')}

const load = async () => (await import('../late')).CATALOG;

/** The functions of the catalog as the add-in loads them: at once, or with the first formula that needs them. */
export const FUNCTIONS: readonly (AnyDeclaration | LazyFunction)[] = [
${first.map(({ name }) => `  ${name},`).join('\n')}
  ...lazyFunctions('${idsOf(late.filter((one) => !isStreaming(one)))}', load),
  ...lazyFunctions('${idsOf(late.filter(isStreaming))}', load, true),
];
`;
}

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
  return `${NOTE}import type { FunctionTraits } from '../function-traits';

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

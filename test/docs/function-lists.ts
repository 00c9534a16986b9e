import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionTraits } from '../../src/app/function-traits';
import { type AnyDeclaration, isStreaming } from '../../src/functions/define';

const FOLDER = join(__dirname, '../../src/functions');
const NOTE = '// Written by `npm run docs` from the catalog: change that instead.\n';

/** A declaration, and where it is exported. */
interface Place {
  readonly declaration: AnyDeclaration;
  readonly file: string;
  readonly name: string;
}

/** The modules that list the functions a second time, by path, as the catalog says. */
export async function functionLists(catalog: readonly AnyDeclaration[]): Promise<Readonly<Record<string, string>>> {
  const places = await findPlaces(catalog);
  return {
    'src/functions/generated/lazy-functions.ts': lazyFunctions(places),
    'src/functions/generated/help-texts.ts': helpTexts(places),
    'src/functions/generated/function-traits.ts': functionTraits(catalog),
  };
}

async function findPlaces(catalog: readonly AnyDeclaration[]): Promise<readonly Place[]> {
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

function lazyFunctions(places: readonly Place[]): string {
  const first = places.filter(({ declaration: { chunk } }) => chunk === 'functions');
  return `${NOTE}import type { AnyDeclaration } from '../define';
import { LazyFunction } from '../evaluate/lazy-function';
${first.map(({ file, name }) => `import { ${name} } from '../${file}';`).join('\n')}

/** The functions of the catalog as the add-in loads them: at once, or with the first formula that needs them. */
export const FUNCTIONS: readonly (AnyDeclaration | LazyFunction)[] = [
${places.map((place) => `  ${first.includes(place) ? place.name : lazyFunction(place)},`).join('\n')}
];
`;
}

function lazyFunction({ declaration, file, name }: Place): string {
  const { id, result, chunk } = declaration;
  const load = `async () => (await import(/* webpackChunkName: "${chunk}" */ '../${file}')).${name}`;
  return `new LazyFunction('${id}', '${result}', ${load}${isStreaming(declaration) ? ', true' : ''})`;
}

function helpTexts(places: readonly Place[]): string {
  return `${NOTE}import type { FunctionHelp } from '../help/explain';
${places.map(({ file, name }) => `import { ${name}Help } from '../${file}.help';`).join('\n')}

/** The help of all functions, in the catalog's order. The add-in's scripts must not import it. */
export const HELP: readonly FunctionHelp[] = [
${places.map(({ name }) => `  ${name}Help,`).join('\n')}
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
  ...(isStreaming(declaration) && { isStreaming: true, everySeconds: Number(declaration.parameters.seconds?.default) }),
  parameters: Object.entries(declaration.parameters).map(([name, { input, holdsSymbols }]) => ({
    name,
    ...(input === 'date' && { isDate: true }),
    ...(holdsSymbols && { holdsSymbols }),
  })),
  // Those of a function that takes any are all of the table.
  sources: declaration.takesPath ? [] : declaration.sources,
});

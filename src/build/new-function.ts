import { readFileSync, writeFileSync } from 'node:fs';
import { AREAS, type Operation } from '../api/interface/operation';
import { OPERATIONS } from '../api/operations';
import { CATALOG } from '../functions/catalog';
import type { ColumnKind } from '../core/columns';
import { messageOf } from '../core/basics';

/**
 * `npm run new -- function MOVERS --like news` writes a function with its help and unit test, and its line in each list.
 * Fields and bounds come from the row of the table of operations; test/contract/catalog.test.ts fails until every
 * sentence is there.
 */

type Written = Readonly<Record<string, string>>;

/** Stands where a sentence is missing. */
const GAP = 'SAY:';

/** What a formula may ask for of an operation without a bound of its own, which is read in pages. */
const MOST = 1_000;

/**
 * The files that change, by path.
 *
 * @param id such as "MOVERS"
 * @param model such as "news": its operations are taken until some are named like the function
 * @param read gives a file's text as it is
 */
export function newFunction(id: string, model: string, read: (path: string) => string): Written {
  if (!/^[A-Z][A-Z0-9]{1,19}$/.test(id)) throw new Error(`Write the name in capital letters, such as MOVERS: ${id}`);
  if (CATALOG.some((one) => one.id === id)) throw new Error(`There is an MD.${id} already`);
  if (model !== 'news') throw new Error(`Write --like news: ${model} has too much of its own, so copy it by hand`);
  const named = (name: string): Operation[] =>
    OPERATIONS.filter(({ method, path }) => method === 'GET' && path.endsWith(`/${name}`));
  const name = id.toLowerCase();
  const own = named(name);
  const rows = own.length > 0 ? own : named(model);
  if (rows.some(({ parameters }) => parameters.some(({ isRequired }) => isRequired)))
    throw new Error(`${rows[0]!.id} needs arguments, which a list has not: copy src/functions/filings.ts by hand`);
  if (rows.length > 1 && rows.length < AREAS.length)
    throw new Error(`${rows[0]!.id} has not every area: copy src/functions/convert.ts by hand`);
  return filesOf({ id, name, model, rows, read });
}

interface Sketch {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly rows: readonly Operation[];
  readonly read: (path: string) => string;
}

function filesOf({ id, name, model, rows, read }: Sketch): Written {
  const [row] = rows as [Operation];
  const max = row.parameters.find((one) => one.name === 'limit')?.max;
  const areas = rows.length > 1 ? rows.map(({ path }) => path.split('/')[1]!) : [];
  const hasArea = areas.length > 0;
  const [area, ending] = [areas[0] ?? '', row.path.split('/').at(-1)!];
  const operation = hasArea ? `\`GET /\${searched}/${ending}\`` : `'${row.id}'`;
  const [most, first] = [`MAX_${id}`, row.record[0]!.name];
  const args = (limit: number | string, quote: string): string =>
    [...(hasArea ? [quote + area + quote] : []), limit].join(quote === '"' ? ',' : ', ');
  const sample = Object.fromEntries(row.record.map((column) => [column.name, SAMPLES[column.kind]]));
  const edit = (path: string, ...changes: (readonly [RegExp, string])[]): Written => ({
    [path]: changes.reduce((text, [place, added]) => text.replace(place, () => added), read(path)),
  });
  return {
    [`src/functions/${name}.ts`]: `import { operationOf${max === undefined ? '' : ', parameterOf'} } from '../api/operations';
import { readsOf } from '../api/reads';
import { flatten } from '../core/json-table';
import { define } from './define';
import { ${hasArea ? 'area, ' : ''}fields, flag, wholeNumber } from './parameters/values';
import { listingOf } from './tables/record-tables';
import { whenReady } from './tables/look-up-each';

const RECORD = operationOf('${row.id}').record;
const DEFAULT_LIMIT = 20;
export const ${most} = ${max === undefined ? '1_000' : `parameterOf('${row.id}', 'limit').max!`};

export const ${name} = define({
  id: '${id}',
  parameters: {
${hasArea ? '    area: area(),\n' : ''}    limit: wholeNumber(1, ${most}, DEFAULT_LIMIT),
    fields: fields(RECORD),
    headers: flag(true),
  },
  result: 'matrix',
  sources: [${rows.map((one) => `'${one.id}'`).join(', ')}],
  requests: 'alone',
  handle(args, context, call) {
    const { limit = DEFAULT_LIMIT } = args;
${hasArea ? '    const searched = args.area ?? context.settings.area;\n' : ''}    return whenReady(
      readsOf(context.client, ${operation}).read({ values: {${max === undefined ? '' : ' limit '}}${max === undefined ? ', minRows: limit' : ''} }, call),
      ({ rows }) =>
        listingOf(
          {
            ...args,
            columns: RECORD,
            rows: rows.slice(0, limit).map((row) => flatten(row)),
            emptyBecause: 'The service has none now: recalculate later',
          },
          context,
        ),
    );
  },
});
`,
    [`src/functions/${name}.help.ts`]: `import { explain } from './help/explain';
import { ${most}, ${name} } from './${name}';
import { ${hasArea ? 'AREA, ' : ''}FIELDS, HEADERS } from './parameters/shared.help';

export const ${name}Help = explain(${name}, {
  summary: '${GAP} what the function returns, in one sentence.',
  returns: '${GAP} the shape, order and units of the result.',
  parameters: {
${hasArea ? '    area: AREA,\n' : ''}    limit: \`Maximum number of rows, 1 to \${${most}}\`,
    fields: FIELDS,
    headers: HEADERS,
  },
  examples: [
    { formula: '=MD.${id}(${args(5, '"')})', gives: '${GAP} what this formula gives' },
    {
      formula: '=MD.${id}(${args(5, '"')},"${first}",FALSE)',
      gives: '${GAP} what the formula with every argument gives',
    },
  ],
  seeAlso: ['${model.toUpperCase()}'],
  searchWords: {
${['en', 'de', 'fr', 'es', 'ja', 'zh'].map((language) => `    ${language}: '${GAP} words that people search for, with commas between them',`).join('\n')}
  },
});
`,
    [`test/unit/functions/${name}.test.ts`]: `import { createTestSession, show } from '../../support/evaluate';
import { asked, createStubService } from '../../support/stub-service';

const RECORD = ${JSON.stringify(sample)};
const createService = () =>
  createStubService({ '${row.path}': () => (${ANSWERS[row.shape] ?? '[RECORD, RECORD]'}) });

describe('the table of MD.${id}', () => {
  test('has a header and a row for each record, up to the limit', async () => {
    const service = createService();
    const table = await show(createTestSession({ service }), '${id}', ${args(1, "'")});
    expect(table).toEqual([Object.keys(RECORD), expect.any(Array)]);
    expect(asked(service)).toEqual([expect.stringContaining('${row.path}')]);
  });

  test('refuses more than the service gives', async () => {
    expect(await show(createTestSession(), '${id}', ${args((max ?? MOST) + 1, "'")})).toBe(
      '#VALUE!: limit: ${(max ?? MOST) + 1} is not a whole number from 1 to ${max ?? MOST}',
    );
  });
});
`,
    ...edit(
      'src/functions/catalog.ts',
      [/(?=\n\n\/\*\* All worksheet)/, `\nimport { ${name} } from './${name}';`],
      [/(?=\n\];)/, `\n  ${name},`],
    ),
    ...edit('test/contract/catalog.test.ts', [
      /(?=\n\};)/,
      `\n  ${id}: '${hasArea ? '[area], ' : ''}[limit], [fields], [headers]',`,
    ]),
    ...edit('test/unit/functions/request-limit.test.ts', [
      /(?=\n\};\n\n\/\*\* A service at its worst)/,
      `\n  ${id}: [${args(max ?? MOST, "'")}],`,
    ]),
    ...edit('src/build/skill.ts', [/(?=any other data of the service)/, `${GAP} what it is good for, `]),
    ...edit('CHANGELOG.md', [/(?<=### Functions\n\n)/, `- \`=MD.${id}\` ${GAP} what it gives to users.\n`]),
  };
}

/** A value of each kind as a service sends it. */
const SAMPLES: Readonly<Record<ColumnKind, unknown>> = {
  text: 'a text',
  number: 1.5,
  integer: 2,
  flag: true,
  date: '2026-11-20',
  instant: '2026-11-20T09:30:00-05:00',
  unix: 1_795_176_000,
  clock: '09:30',
  texts: ['one', 'two'],
};

/** The bodies of lists; others are arrays. */
const ANSWERS: Readonly<Record<string, string>> = {
  items: '{ items: [RECORD, RECORD] }',
  page: '{ items: [RECORD, RECORD], next_page: null }',
  filings: '{ filings: [RECORD, RECORD] }',
};

if (require.main === module) {
  const [kind, id = '', option, model = ''] = process.argv.slice(2);
  try {
    if (kind !== 'function' || option !== '--like')
      throw new Error('Write: npm run new -- function MOVERS --like news');
    const files = newFunction(id, model, (path) => readFileSync(path, 'utf8'));
    for (const [path, text] of Object.entries(files)) writeFileSync(path, text);
    console.log(
      `${Object.keys(files).join('\n')}\nReplace what begins with "${GAP}", then: npm run format && npm run docs`,
    );
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}

import { CATALOG } from '../../src/functions/catalog';
import { HELP } from '../../src/functions/generated/help-texts';
import type { Parameter } from '../../src/functions/define';
import { operationOf } from '../../src/api/operations';
import { argumentName } from '../../src/api/interface/operation';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Names and orders of the last release, written by hand: they never change; new parameters come only at the end. */
const RELEASED: Readonly<Record<string, string>> = {
  QUOTE: 'symbols, [fields], [area], [precision], [headers]',
  HOURS: '[mics], [start], [end], [fields], [headers], [zone]',
  FILINGS: 'tickers, [type], [limit], [fields], [headers]',
  SCORE: 'symbols, [models], [field], [headers]',
  HOLIDAYS: '[mics], [start], [end], [fields], [headers], [zone], [type]',
  MARKETS: '[mics], [fields], [headers]',
  STATUS: '[mics], [fields], [headers], [zone]',
  SYMBOLS: '[area], [filter], [limit], [fields], [headers]',
  TICKS: 'symbol, start, end, [limit], [fields], [headers], [interval], [fill]',
  CONVERT: 'amount, from, to, [area], [precision]',
  NEWS: '[area], [limit], [fields], [headers], [symbols]',
  USAGE: '[interval], [limit], [headers]',
  GET: 'path, [parameters], [pick], [headers]',
  LIVE: 'symbol, [field], [area], [seconds]',
  ISOPEN: 'mic, at, [zone]',
  WORKDAY: 'start, days, mics',
  NETWORKDAYS: 'start, end, mics',
  SETTLE: 'trade_date, mic, [days]',
  COMPLETE: 'range',
};

describe('the catalog of functions', () => {
  test('keeps every released name, and its parameters in their order with optional ones after them', () => {
    const declared = new Map(CATALOG.map(({ id, parameters }) => [id, Object.entries(parameters)]));
    for (const [id, released] of Object.entries(RELEASED)) {
      const names = (declared.get(id) ?? []).map(([name, { isOptional }]) => (isOptional ? `[${name}]` : name));
      const count = released.split(', ').length;
      expect([id, names.slice(0, count).join(', ')]).toEqual([id, released]);
      expect([id, names.slice(count).filter((name) => !name.startsWith('['))]).toEqual([id, []]);
    }
  });

  test('accepts no argument that the row of its operation refuses', () => {
    const accepts = (parameter: Parameter, argument: unknown): boolean => {
      try {
        parameter.read(argument, 'argument', { dateSystem: '1900' });
        return true;
      } catch {
        return false;
      }
    };
    const tooMuch = CATALOG.flatMap(({ id, parameters, sources }) =>
      Object.entries(parameters).flatMap(([name, parameter]) =>
        sources
          .flatMap((source) => operationOf(source).parameters)
          .filter((one) => argumentName(one) === name || one.name === name)
          .flatMap(({ max, values }) => [
            ...(max === undefined ? [] : [max + 1]),
            ...(values === undefined ? [] : (parameter.words ?? []).filter((word) => !values.includes(word))),
          ])
          .filter((argument) => accepts(parameter, argument))
          .map((argument) => `MD.${id} takes ${argument} as ${name}, which its operation refuses`),
      ),
    );
    expect(tooMuch).toEqual([]);
  });

  test('has a unit test of every function, in the file of its name', () => {
    const untested = readdirSync('src/functions')
      .filter((name) => name.endsWith('.help.ts'))
      .map((name) => name.replace('.help', ''))
      .filter((name) => {
        const [, id] = /^ {2}id: '(\w+)'/m.exec(readFileSync(`src/functions/${name}`, 'utf8'))!;
        const test = `test/unit/functions/${name.replace('.ts', '.test.ts')}`;
        return !existsSync(test) || !new RegExp(`\\btest\\b[^]*['"]${id}['"]`).test(readFileSync(test, 'utf8'));
      });
    expect(untested).toEqual([]);
  });

  test('has a line in the changelog for every released name', () => {
    const changelog = readFileSync('CHANGELOG.md', 'utf8');
    expect(Object.keys(RELEASED).filter((id) => !new RegExp(`MD\\.${id}\\b`).test(changelog))).toEqual([]);
  });

  test('has help for every function, in the same order', () =>
    expect(HELP.map(({ declaration }) => declaration)).toEqual(CATALOG));

  test.each(HELP.map((help) => [help.declaration.id, help] as const))(
    'explains what %s returns, each of its arguments and an example',
    (id, { declaration, summary, returns, parameters, examples }) => {
      expect(summary).toMatch(/^[A-Z].*\.$/);
      expect(returns).toMatch(/^[A-Z].*\.$/);
      expect(Object.keys(parameters)).toEqual(Object.keys(declaration.parameters));
      for (const { text } of Object.values(parameters)) expect(text.length).toBeGreaterThan(20);
      for (const { formula, gives } of examples) {
        expect(formula).toMatch(new RegExp(`^=MD\\.${id}\\(.*\\)$`));
        expect(gives).toMatch(/^.{10,}[^.]$/);
      }
    },
  );

  test.each(HELP.map((help) => [help.declaration.id, help] as const))(
    'links from the help of %s to other functions, each once',
    (id, { seeAlso }) => {
      expect(CATALOG.map((declaration) => declaration.id)).toEqual(expect.arrayContaining([...seeAlso]));
      expect(seeAlso).not.toContain(id);
      expect(new Set(seeAlso).size).toBe(seeAlso.length);
    },
  );

  test.each(HELP.map((help) => [help.declaration.id, help] as const))(
    'says in the help of %s what replaces an omitted argument, if the declaration knows it',
    (_, { declaration, parameters }) => {
      for (const [name, parameter] of Object.entries(declaration.parameters)) {
        if (parameter.default !== undefined) expect(parameters[name]!.text).toMatch(/; [\w,.]+ if omitted$/);
      }
    },
  );
});

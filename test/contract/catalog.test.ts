import { CATALOG } from '../../src/functions/catalog';

/** Released names and orders, written by hand: they never change; new parameters come only at the end. */
const RELEASED: Readonly<Record<string, string>> = {
  QUOTE: 'symbols, [fields], [area], [precision], [headers]',
  HOURS: '[mics], [start], [end], [fields], [headers], [zone]',
  FILINGS: 'tickers, [type], [limit], [fields], [headers]',
  SCORE: 'symbols, [models], [field], [headers]',
  HOLIDAYS: '[mics], [start], [end], [fields], [headers], [zone]',
  MARKETS: '[mics], [fields], [headers]',
  STATUS: '[mics], [fields], [headers], [zone]',
  SYMBOLS: '[area], [filter], [limit], [fields], [headers]',
  TICKS: 'symbol, start, end, [limit], [fields], [headers], [interval]',
  CONVERT: 'amount, from, to, [area], [precision]',
  NEWS: '[area], [limit], [fields], [headers]',
  USAGE: '[interval], [limit], [headers]',
  GET: 'path, [parameters], [pick], [headers]',
  LIVE: 'symbol, [field], [area], [seconds]',
  ISOPEN: 'mic, at, [zone]',
  WORKDAY: 'start, days, mics',
  NETWORKDAYS: 'start, end, mics',
};

describe('the catalog of functions', () => {
  test('keeps every released name, and its parameters in their order', () => {
    const declared = CATALOG.map(({ id, parameters }) =>
      [id, Object.entries(parameters).map(([name, { isOptional }]) => (isOptional ? `[${name}]` : name)).join(', ')]);
    expect(Object.fromEntries(declared)).toEqual(RELEASED);
  });

  test.each(CATALOG.map((declaration) => [declaration.id, declaration] as const))('%s explains itself: what it returns, each argument, an example', (id, declaration) => {
    expect(declaration.summary).toMatch(/^[A-Z].*\.$/);
    expect(declaration.returns).toMatch(/^[A-Z].*\.$/);
    expect(declaration.summary).toContain(`=MD.${id}(`);
    for (const parameter of Object.values(declaration.parameters)) expect(parameter.help.length).toBeGreaterThan(20);
    for (const { formula, gives } of declaration.examples) {
      expect(formula).toMatch(new RegExp(`^=MD\\.${id}\\(.*\\)$`));
      expect(gives.length).toBeGreaterThan(10);
    }
  });
});

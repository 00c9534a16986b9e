import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { derivedCode, derivedDocs } from '../docs/derived-docs';

test.each([
  ['documents', derivedDocs],
  ['lists of functions', derivedCode],
] as const)('the %s match the code, as written by "npm run docs"', async (_, derive) => {
  const derived = await derive();
  const names = Object.keys(derived);
  expect(names.length).toBeGreaterThan(0);
  expect(Object.fromEntries(names.map((name) => [name, readFileSync(join(__dirname, '../..', name), 'utf8')]))).toEqual(
    derived,
  );
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { derivedCode, derivedDocs } from '../docs/derived-docs';

const ROOT = join(__dirname, '../..');

test.each([
  ['documents', derivedDocs],
  ['lists of functions', derivedCode],
] as const)('the %s match the code', async (_, derive) => {
  const derived = Object.entries(await derive());
  expect(derived.length).toBeGreaterThan(0);
  expect(derived.flatMap(([name, text]) => differenceOf(name, text))).toEqual([]);
});

/** The first line that differs, and what to do. */
function differenceOf(name: string, expected: string): readonly string[] {
  const lines = existsSync(join(ROOT, name)) ? readFileSync(join(ROOT, name), 'utf8').split('\n') : [];
  const wanted = expected.split('\n');
  const first = wanted.findIndex((line, index) => line !== lines[index]);
  if (first < 0 && wanted.length === lines.length) return [];
  return [
    `${name} is out of date: run "npm run docs". Line ${first + 1} is "${lines[first] ?? ''}", not "${wanted[first] ?? ''}"`,
  ];
}

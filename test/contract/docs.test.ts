import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { derivedDocs } from '../docs/derived-docs';

test.each(Object.entries(derivedDocs()))('%s is as the code says: "npm run docs" writes it', (name, text) => {
  expect(readFileSync(join(__dirname, '../..', name), 'utf8')).toBe(text);
});

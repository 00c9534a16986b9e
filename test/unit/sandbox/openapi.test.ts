import { OPERATIONS } from '../../../src/api/operations';
import { asking } from './ask';

interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters: readonly object[] }>>>>;
}

test('the description of the interface is served only if it is turned on', async () =>
  expect((await asking()('/openapi.json')).status).toBe(404));

test('the description of the interface lists every path', async () => {
  const { body } = await asking({ hasDescription: true })<Description>('/openapi.json');
  expect(Object.keys(body.paths)).toHaveLength(new Set(OPERATIONS.map(({ path }) => path)).size);
});

test('a service can use other parameter names, and its description says so', async () => {
  const ask = asking({ hasDescription: true, wireNames: { 'GET /stocks/filings ticker': 'company' } });
  expect((await ask('/stocks/filings?ticker=AAPL')).body.detail).toEqual([
    { loc: ['query', 'company'], msg: 'Field required', type: 'missing' },
  ]);
  expect((await ask('/stocks/filings?company=AAPL')).status).toBe(200);
  const { body } = await ask<Description>('/openapi.json');
  expect(body.paths['/stocks/filings']?.get?.parameters[0]).toMatchObject({ name: 'company', required: true });
});

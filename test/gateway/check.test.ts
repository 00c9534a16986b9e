import { operationOf, OPERATIONS } from '../../src/api/operations';
import { checkOperation, type Probe } from '../../src/gateway/check/check-operation';
import { checkService } from '../../src/gateway/check/service-facts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/app';
import { parseFaults } from '../../src/sandbox/faults/fault';

function probing(options: SandboxOptions = {}) {
  const sandbox = createSandbox(options);
  return async (path: string, init: RequestInit = {}): Promise<Probe> => {
    const headers = { 'api-key': 'demo', ...(init.headers as Record<string, string> | undefined) };
    const answer = await sandbox.fetch(new Request(`http://service.test${path}`, { ...init, headers }));
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  };
}

const QUOTES = operationOf('GET /stocks/quotes');

test('a service that follows the table passes the check in every operation', async () => {
  const ask = probing();
  for (const operation of OPERATIONS.filter(({ method }) => method === 'GET'))
    expect(await checkOperation(operation, ask, Date.now())).toMatchObject({
      operation: operation.id,
      differences: [],
    });
  expect(await checkService(ask)).toEqual([]);
});

test('a parameter with another name is found, with the name that the service uses', async () => {
  const ask = probing({ wireNames: { 'GET /stocks/filings ticker': 'company' } });
  expect(await checkOperation(operationOf('GET /stocks/filings'), ask, Date.now())).toMatchObject({
    differences: ['parameter ticker: the service calls it "company"'],
    names: { 'GET /stocks/filings ticker': 'company' },
  });
});

test.each([
  ['missing-fields', 'is missing'],
  ['extra-fields', 'field added_field is new'],
  ['wrong-types', 'is not of the kind number'],
  ['html', 'a web page instead of data'],
  ['status:500', 'status 500'],
])('a service with %s is reported exactly', async (fault, words) => {
  const { differences } = await checkOperation(QUOTES, probing({ faults: parseFaults(fault) }), Date.now());
  expect(differences.join('; ')).toContain(words);
});

test('a service that no web page may call is reported', async () => {
  expect(await checkService(probing({ faults: parseFaults('no-cors') }))).toEqual([expect.stringMatching(/^CORS: /)]);
});

test('no longer lists are reported for a service that sends web pages', async () => {
  expect(await checkService(probing({ faults: parseFaults('html') }))).toEqual([]);
});

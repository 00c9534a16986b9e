import { parameterOf } from '../../api/operations';
import type { Probe } from './check-operation';
import { readValidationErrors } from '../../api/transport/validation-errors';

const ORIGIN = 'https://md-check.example';

/**
 * Facts about the service as a whole: the longest list, whether web pages may send requests, and how it reports too
 * many requests.
 */
export async function checkService(ask: (path: string, init?: RequestInit) => Promise<Probe>): Promise<string[]> {
  return [...(await checkListLength(ask)), ...(await checkCors(ask))];
}

async function checkListLength(ask: (path: string) => Promise<Probe>): Promise<string[]> {
  const { maxLength } = parameterOf('GET /currencies/quotes', 'symbols');
  const { status, body } = await ask(`/currencies/quotes?symbols=${'EURUSD,'.repeat(8)}`);
  if (status === 200 && isJson(body))
    return [`symbols: a list of 56 characters is taken; the table says ${maxLength!}`];
  const said = readValidationErrors(body)
    .map(({ text }) => /at most (\d+)/.exec(text)?.[1])
    .find((length) => length !== undefined);
  return said === undefined || Number(said) === maxLength
    ? []
    : [`symbols: at most ${said} characters; the table says ${maxLength!}`];
}

/** A web page instead of data says nothing about lists. */
function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

async function checkCors(ask: (path: string, init?: RequestInit) => Promise<Probe>): Promise<string[]> {
  const { headers } = await ask('/currencies/quotes?symbols=EURUSD', {
    method: 'OPTIONS',
    headers: { origin: ORIGIN, 'access-control-request-method': 'GET', 'access-control-request-headers': 'api-key' },
  });
  const origin = headers.get('access-control-allow-origin');
  const isAllowed =
    (origin === '*' || origin === ORIGIN) && /\*|api-key/i.test(headers.get('access-control-allow-headers') ?? '');
  return isAllowed
    ? []
    : ['CORS: a web page may not send the key; only a gateway can be between Excel and this service'];
}

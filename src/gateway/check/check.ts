import { writeFileSync } from 'node:fs';
import { operationOf, OPERATIONS } from '../../api/operations';
import { type Operation, KEY_HEADER } from '../../api/interface/operation';
import { parseWords, readKey, readServiceAddress, useProxy } from '../command/options';
import { StartError, TooLongError, withCode } from '../errors';
import { limitedFetch } from '../replies';
import product from '../../../package.json';
import { keyRemover, userAgent } from '../service/upstream';
import { summaryOf } from './summary';
import { checkOperation, type Finding } from './check-operation';
import { groupBy } from '../../core/basics';
import { hasSamples, type Probe, Samples } from './samples';
import { checkService, type GeneralFinding } from './service-facts';

const TIMEOUT_MS = 30_000;
const USAGE = 'use --service URL --key-file PATH [--operation ID]… [--out FILE]';

class LimitError extends Error {}

/** Exit code 0: the service matches the table of operations; 1: it differs; 2: it could not be tested. */
async function main(words: readonly string[]): Promise<number> {
  const { service, keyFile, operations, out } = readCheckOptions(words);
  const key = readKey(keyFile, process.env);
  // The service may repeat the key in its reasons or headers.
  const withoutKey = keyRemover(key);
  const print = (line: string): void => console.log(withoutKey(line));
  await useProxy(process.env, (text) => console.error(`Check: ${text}`));
  const headers: Headers[] = [];
  const ask = async (path: string, init: RequestInit = {}): Promise<Probe> => {
    const answer = await get(service + path, {
      ...init,
      headers: {
        'user-agent': userAgent(product.version),
        ...(init.method === 'OPTIONS'
          ? (init.headers as Record<string, string>)
          : { [KEY_HEADER]: key, accept: 'application/json' }),
      },
    }).catch((error: unknown) => {
      throw new StartError(`${service} ${whyNoAnswer(error)}`);
    });
    headers.push(answer.headers);
    if (answer.status === 429)
      throw new LimitError('The service reports too many requests (429): the check stops here; try again later');
    // A preflight has no key, and many services refuse one.
    if (answer.status === 401 && init.method !== 'OPTIONS') throw new StartError('The service refuses the key (401)');
    return answer;
  };
  const findings: Finding[] = [];
  let stopped: string | undefined;
  let general: GeneralFinding = { differences: [], names: {}, added: [], isDescribed: false };
  try {
    const samples = new Samples(ask, Date.now());
    for (const operation of listsFirst(operations)) {
      const finding = await checkOperation(operation, ask, samples);
      findings.push(finding);
      const differences = finding.differences.join('; ');
      print(differences === '' ? `agrees   ${operation.id}` : `differs  ${operation.id}: ${differences}`);
      const assumed = assumedIn(finding);
      if (assumed.length > 0)
        print(`assumed  ${operation.id}: the interface document does not say this of ${assumed.join(', ')}`);
    }
    general = await checkService(ask, samples, service);
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    stopped = error.message;
  }
  for (const difference of general.differences) print(`differs  ${difference}`);
  for (const limit of limitLines(headers)) print(`limit    ${limit}`);
  // Results of real requests count more than the description.
  const names = Object.assign({}, general.names, ...findings.map((finding) => finding.names)) as Finding['names'];
  const { added } = general;
  if (out !== undefined)
    write(out, withoutKey(`${JSON.stringify({ names, ...(added.length > 0 && { added }) }, null, 2)}\n`));
  if (stopped !== undefined) throw new StartError(stopped);
  for (const line of summaryOf({ findings, general, names, out })) print(line);
  const count = findings.filter(({ differences }) => differences.length > 0).length;
  console.log(`${findings.length - count} of ${findings.length} operations agree with the table`);
  return count + general.differences.length === 0 ? 0 : 1;
}

/** The differing fields and parameters about which the table only assumes what the interface document does not say. */
function assumedIn({ operation: id, differences }: Finding): readonly string[] {
  const { parameters, record, isAssumed } = operationOf(id);
  const about = differences.map((one) => /^(field |parameter )?([\w.]+)/.exec(one) ?? []);
  // A parameter's mark concerns its name, not its bounds.
  const names = about.flatMap(([, kind, name]) => (isAssumed || kind !== undefined ? [name] : []));
  return [...parameters, ...record]
    .filter((one) => names.includes(one.name) && (isAssumed || one.isAssumed === true))
    .map(({ name }) => name);
}

/** One line for each header, since the remaining number falls with every request. */
function limitLines(headers: readonly Headers[]): readonly string[] {
  const limits = headers.flatMap((one) => [...one].filter(([name]) => /rate-?limit|retry-after/i.test(name)));
  return groupBy(limits, ([name]) => name).map((same) => {
    const [[name, first], [, last]] = [same[0]!, same.at(-1)!];
    return `${name}: ${first === last ? first : `${first} … ${last}`}`;
  });
}

async function get(address: string, init: RequestInit): Promise<Probe> {
  const answer = await limitedFetch()(address, {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

function whyNoAnswer(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `did not answer within ${TIMEOUT_MS / 1000} s`;
  if (error instanceof TooLongError) return `sends an answer of more than ${error.most}`;
  return withCode('cannot be reached', error);
}

/** The lists supply the names for the other operations. */
const listsFirst = (operations: readonly Operation[]): readonly Operation[] =>
  operations.toSorted((one, other) => Number(isList(other)) - Number(isList(one)));

const isList = ({ kind }: Operation): boolean => kind === 'markets' || kind === 'symbols';

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch {
    throw new StartError(`--out: ${path} cannot be written`);
  }
}

function readCheckOptions(words: readonly string[]) {
  const { values, positionals } = parseWords(words, OPTIONS, USAGE);
  if (positionals[0] !== undefined) throw new StartError(`"${positionals[0]}" is not an option: ${USAGE}`);
  if (values.service === undefined) throw new StartError(`Say which service: ${USAGE}`);
  const reads = OPERATIONS.filter(({ method }) => method === 'GET');
  const ids = values.operation?.map((id) => (id.startsWith('/') ? `GET ${id}` : id));
  const unknown = ids?.find((id) => !reads.some((operation) => operation.id === id));
  if (unknown !== undefined)
    throw new StartError(`--operation: "${unknown}" is not an operation such as "GET /stocks/quotes"`);
  return {
    service: readServiceAddress(values.service),
    keyFile: values['key-file'] ?? '',
    operations: ids ? reads.filter(({ id }) => ids.includes(id)) : reads.filter(hasSamples),
    out: values.out,
  };
}

const OPTIONS = {
  service: { type: 'string' },
  'key-file': { type: 'string' },
  operation: { type: 'string', multiple: true },
  out: { type: 'string' },
} as const;

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(`Check: ${error instanceof StartError ? error.message : 'it could not run'}`);
    process.exitCode = 2;
  },
);

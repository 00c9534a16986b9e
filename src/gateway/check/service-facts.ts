import {
  compareDescription,
  type DescriptionDifference,
  type ParameterPair,
} from '../../api/interface/service-description';
import { readDocument } from '../../api/interface/openapi';
import { isJson } from '../replies';
import { isWebPage } from '../../api/transport/wire';
import { isRecord, jsonIn } from '../../core/basics';
import { parameterOf } from '../../api/operations';
import type { Finding } from './check-operation';
import type { ProbeService, Samples } from './samples';
import { readAge } from '../../api/transport/http';
import { type AddedOperation, KEY_HEADER } from '../../api/interface/operation';

const QUOTE_SECONDS = 15;
const ORIGIN = 'https://md-check.example';

export interface GeneralFinding extends Pick<Finding, 'differences' | 'names'> {
  readonly added: readonly AddedOperation[];
  readonly isDescribed: boolean;
  /** The form of errors; undefined if none was seen. */
  readonly errors?: string | undefined;
}

/** @param address of the service, if the paths of its description are to be compared with it */
export async function checkService(ask: ProbeService, samples: Samples, address?: string): Promise<GeneralFinding> {
  const found = [...(await checkLongList(ask, samples)), ...(await checkAge(ask)), ...(await checkCors(ask))];
  const described = await checkDescription(ask, address);
  // Without a list of symbols.
  const { status, body } = await ask('/currencies/quotes');
  return {
    ...described,
    differences: [...found, ...described.differences],
    ...(status >= 400 && { errors: dressOf(body) }),
  };
}

async function checkLongList(ask: ProbeService, samples: Samples): Promise<string[]> {
  const { maxLength = Infinity } = parameterOf('GET /currencies/quotes', 'symbols');
  const names: string[] = [];
  for (const symbol of await samples.symbols('currencies')) if (names.join().length <= maxLength) names.push(symbol);
  const { length } = names.join();
  if (length <= maxLength) return [];
  const { status, body } = await ask(`/currencies/quotes?symbols=${names.map(encodeURIComponent).join()}`);
  return status === 200 && isJson(body, false)
    ? [`symbols: a list of ${length} characters is taken; the table says ${maxLength}`]
    : [];
}

async function checkAge(ask: ProbeService): Promise<string[]> {
  const { headers } = await ask('/currencies/quotes?symbols=EURUSD');
  const seconds = Math.floor(readAge(headers) / 1000);
  return seconds < QUOTE_SECONDS
    ? []
    : [`Age: a quote is already ${seconds} s old when it arrives; every recalculation asks for it again`];
}

async function checkCors(ask: ProbeService): Promise<string[]> {
  const { headers } = await ask('/currencies/quotes?symbols=EURUSD', {
    method: 'OPTIONS',
    headers: { origin: ORIGIN, 'access-control-request-method': 'GET', 'access-control-request-headers': KEY_HEADER },
  });
  const origin = headers.get('access-control-allow-origin');
  const isAllowed =
    (origin === '*' || origin === ORIGIN) &&
    ['*', KEY_HEADER].some((one) => (headers.get('access-control-allow-headers') ?? '').toLowerCase().includes(one));
  return isAllowed
    ? []
    : ['CORS: a web page may not send the key; only a gateway can be between Excel and this service'];
}

async function checkDescription(ask: ProbeService, address: string | undefined): Promise<GeneralFinding> {
  const { status, body } = await ask('/openapi.json');
  if (status !== 200) return { differences: [], names: {}, added: [], isDescribed: false };
  try {
    const { differences, pairs, names, added } = compareDescription(readDocument(body, address), {}, address);
    const lines = [...differences.map(sentenceOf).filter((line) => line !== ''), ...pairs.flatMap(boundsOf)];
    const keys = differences.map((one) =>
      one.kind === 'renamed'
        ? `${one.operation} ${one.parameter}`
        : one.kind === 'longest'
          ? `${one.operation} ${one.parameter} length`
          : one.operation,
    );
    return {
      added,
      isDescribed: true,
      differences: lines.map((line) => `openapi.json: ${line}`),
      names: Object.fromEntries(Object.entries(names).filter(([key]) => keys.includes(key))),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(':')[0]! : 'it cannot be read';
    return { differences: [`openapi.json: ${reason}`], names: {}, added: [], isDescribed: false };
  }
}

/** Additions to the table are harmless, and the bounds of lists are reported elsewhere. */
const SENTENCES: Readonly<Record<DescriptionDifference['kind'], string>> = {
  added: '',
  longest: '',
  gone: '{operation} is not described',
  base: 'every path begins with {to}',
  moved: '{operation} may have moved to {to}',
  renamed: '{operation}: parameter {parameter} is called "{to}"',
  unmatched: '{operation}: parameter {parameter} is not described',
  required: '{operation}: parameter {parameter} is required, and the add-in does not know it',
  type: '{operation}: parameter {parameter} is of another type',
};

const sentenceOf = (difference: DescriptionDifference): string =>
  Object.entries(difference).reduce(
    (sentence, [field, value]) => sentence.replace(`{${field}}`, () => value),
    SENTENCES[difference.kind],
  );

/** Bounds that refuse what the add-in sends. */
function boundsOf({ operation: { id }, parameter, described: { limits, values } }: ParameterPair): string[] {
  const { name, min, isMinAssumed, max, maxLength, default: standard, values: ours = [] } = parameter;
  const [theirMin, theirMax, theirLength] = limits.map((limit) => (typeof limit === 'number' ? limit : NaN));
  const most = Number(max ?? standard);
  const lacking = values === undefined ? [] : ours.filter((value) => !values.includes(value));
  return [
    ...(min !== undefined && theirMin! > min
      ? [`at least ${theirMin!}; the table ${isMinAssumed ? 'assumes' : 'says'} ${min}`]
      : []),
    ...(theirMax! < most ? [`at most ${theirMax!}; the table says ${most}`] : []),
    ...(theirLength! < Number(maxLength) ? [`at most ${theirLength!} characters; the table says ${maxLength!}`] : []),
    ...(lacking.length > 0 ? [`${lacking.join(', ')} is not allowed`] : []),
  ].map((what) => `${id}: ${name}: ${what}`);
}

/** The body of an error without its values: `{error: {code, message}}`. */
function dressOf(body: string): string {
  if (isWebPage(body)) return 'a web page';
  const parsed = jsonIn(body);
  if (parsed !== undefined) return shapeIn(parsed);
  return body.trim() === '' ? 'an empty answer' : 'a text';
}

function shapeIn(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length > 0 ? shapeIn(value[0]) : ''}]`;
  if (!isRecord(value)) return typeof value;
  const fields = Object.entries(value).map(([name, field]) =>
    typeof field === 'object' && field !== null ? `${name}: ${shapeIn(field)}` : name,
  );
  return `{${fields.join(', ')}}`;
}

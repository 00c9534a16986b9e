import { quoted } from '../../core/errors';
import { type Operation, type WireNames, argumentName, wireName } from '../interface/operation';
import { type ParameterValues, isWebPage } from './wire';
import { bodyError, ServiceError, statusError } from '../service-error';
import type { Reply } from './policy';
import { saidIn } from './said';
import { isRecord, recordIn } from '../../core/basics';

export { statusIn } from './said';

const MAX_SENTENCE_LENGTH = 300;

interface ExplainOptions {
  readonly apiKey: string;
  readonly wireNames: WireNames;
  /** The gateway's own sentence says what to do, since its users have neither a key nor an address to check. */
  readonly isGateway?: boolean | undefined;
  /** Whether the service has not answered this operation yet, whatever it was asked for. @default false */
  readonly isNew?: boolean;
}

/** The error that a cell shows for an unsuccessful reply. */
export function explainReply(
  { status, body }: Reply,
  operation: Operation,
  values: ParameterValues,
  { apiKey, wireNames, isGateway, isNew }: ExplainOptions,
): ServiceError {
  const said = saidIn(body);
  if (status === 404 && isNew && !isWebPage(body) && (!isReason(said) || IS_OF_PATH.test(said))) {
    const doubt = `; nothing has come from ${operation.path} yet: "Learn from the service" in the MD pane may find it elsewhere`;
    return new ServiceError('status', statusError(status).message, { status, doubt });
  }
  const [error] = readValidationErrors(body);
  if (isGateway && said !== undefined && error === undefined)
    return new ServiceError('status', forCell(`${said} (${status})`, apiKey), { status });
  if (isWebPage(body)) {
    // A web server does not know the path. The service itself would name what it does not know.
    if (status === 404) return bodyError('a web page instead of data (404)');
    if (status === 403)
      return new ServiceError('status', 'A firewall or proxy on the way refused the request (403): ask your IT', {
        status,
      });
  }
  if (status !== 422) return withReason(statusError(status), said, apiKey);
  if (error === undefined)
    return withReason(refusedArgument('The service refused an argument (422): check the arguments'), said, apiKey);
  const { location, text } = error;
  const parameter = operation.parameters.find((one) => location.includes(wireName(operation, one, wireNames)));
  const name = parameter ? argumentName(parameter) : (location.at(-1) ?? operation.path);
  const sentence = `${name}: ${sentValue(parameter && values[parameter.name])}the service says "${text}" (422)`;
  return refusedArgument(forCell(sentence, apiKey), parameter?.name);
}

const refusedArgument = (sentence: string, parameter?: string): ServiceError =>
  new ServiceError('refused-argument', sentence, { code: '#VALUE!', status: 422, parameter });

/** The refused value, as the first half of a sentence; nothing for a list, of which one name may be refused. */
function sentValue(value: ParameterValues[string]): string {
  const only = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
  return only === undefined || Array.isArray(only) ? '' : `${quoted(only)} is refused; `;
}

/** The error, with the service's own reason after the advice. */
function withReason(error: ServiceError, said: string | undefined, apiKey: string): ServiceError {
  if (!isReason(said)) return error;
  const { kind, code, message, status, parameter, pauseMs } = error;
  const details = { code, ...(status !== undefined && { status }), parameter, pauseMs };
  return new ServiceError(kind, forCell(`${message}; the service says "${said}"`, apiKey), details);
}

/** How web servers and their frameworks say that they do not know a path. */
const IS_OF_PATH = /\b(?:route|path|endpoint|url|page|cannot get)\b/i;

const isReason = (said: string | undefined): said is string => said !== undefined && !IS_NO_REASON.test(said);

/** Reasons that add nothing: a single word, or a repetition of the status. */
const IS_NO_REASON =
  /^(?:\S*|(?:simulated|error|http(?: error)?|status) \d{3}|bad (?:request|gateway)|not (?:found|authenticated|acceptable|implemented|allowed)|payment required|method not allowed|request timeout|too many requests|internal server error|service unavailable|gateway time-?out|unprocessable (?:entity|content)|unavailable for legal reasons|i'm a teapot|validation error)[.!]?$/i;

/** A sentence that quotes the service, without the key, which may be repeated as sent or URL-encoded. */
function forCell(sentence: string, apiKey: string): string {
  const clean = (
    apiKey === '' ? sentence : sentence.replaceAll(apiKey, '•••').replaceAll(encodeURIComponent(apiKey), '•••')
  ).replaceAll(/\s+/g, ' ');
  return clean.length > MAX_SENTENCE_LENGTH ? `${clean.slice(0, MAX_SENTENCE_LENGTH)}…` : clean;
}

/** An error in a 422 body: the location, as names and indices from the outside in, the message and the type. */
interface ValidationError {
  readonly location: readonly string[];
  readonly text: string;
  /** Empty if the body names none. */
  readonly type: string;
}

/** The errors in the body of a 422; empty if it has another shape. */
export function readValidationErrors(body: string): readonly ValidationError[] {
  const details = recordIn(body)?.detail;
  if (!Array.isArray(details)) return [];
  return details.flatMap((detail: unknown) => {
    if (!isRecord(detail) || !Array.isArray(detail.loc) || typeof detail.msg !== 'string') return [];
    return {
      location: detail.loc.map(String),
      text: detail.msg,
      type: typeof detail.type === 'string' ? detail.type : '',
    };
  });
}

/**
 * The service asks for a pause that is too long for a cell to wait. A gateway says itself why, such as an allowance that
 * is used up for today.
 *
 * @param pauseMs undefined if the service did not say
 */
export function pauseError(
  { status, body }: Pick<Reply, 'status' | 'body'>,
  pauseMs: number | undefined,
  { apiKey, isGateway }: Pick<ExplainOptions, 'apiKey' | 'isGateway'>,
): ServiceError {
  const said = saidIn(body);
  if (isGateway && said !== undefined)
    return new ServiceError('status', forCell(`${said} (${status})`, apiKey), { status, pauseMs });
  const what = status === 429 ? 'Too many requests (429)' : `The service is not ready (${status})`;
  const advice =
    pauseMs === undefined
      ? "waiting did not help, so your plan's limit may be used up; recalculate later or ask your provider"
      : `recalculate in ${durationOf(pauseMs)}`;
  return withReason(new ServiceError('status', `${what}: ${advice}`, { status, pauseMs }), said, apiKey);
}

function durationOf(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

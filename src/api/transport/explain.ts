import { quoted } from '../../core/errors';
import { isRecord } from '../../core/is-record';
import { argumentName, type Operation, wireName, type WireNames } from '../interface/operation';
import { bodyError, ServiceError, statusError } from '../service-error';
import { readValidationErrors } from './validation-errors';
import { isWebPage } from './decode';
import type { Reply } from './http';
import type { ParameterValues } from './request';

const MAX_SENTENCE_LENGTH = 300;

interface ExplainOptions {
  readonly apiKey: string;
  readonly wireNames: WireNames;
  /** A gateway's own sentence says what to do, since its user has neither a key nor an address to check. */
  readonly isGateway?: boolean | undefined;
}

/** The error that a cell shows for an unsuccessful reply. */
export function explainReply(
  { status, body }: Reply,
  operation: Operation,
  values: ParameterValues,
  { apiKey, wireNames, isGateway }: ExplainOptions,
): ServiceError {
  const said = isGateway ? readSentence(body) : undefined;
  if (said !== undefined) return new ServiceError('status', forCell(`${said} (${status})`, apiKey), { status });
  // A web server that does not know the path; the service itself would say what it does not know.
  if (status === 404 && isWebPage(body)) return bodyError('a web page instead of data (404)');
  if (status !== 422) return statusError(status);
  const { location = [], text } = readValidationErrors(body)[0] ?? {};
  const parameter = operation.parameters.find((one) => location.includes(wireName(operation, one, wireNames)));
  const name = parameter ? argumentName(parameter) : (location.at(-1) ?? operation.path);
  const sentence =
    text === undefined
      ? 'The service refused an argument (422): check the arguments'
      : `${name}: ${sentValue(parameter && values[parameter.name])}the service says "${text}" (422)`;
  return new ServiceError('refused-argument', forCell(sentence, apiKey), {
    code: '#VALUE!',
    status,
    parameter: parameter?.name,
  });
}

/** The refused value, as the first half of a sentence; nothing for a list, of which one name may be refused. */
function sentValue(value: ParameterValues[string]): string {
  const only = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
  return only === undefined || Array.isArray(only) ? '' : `${quoted(only)} is refused; `;
}

/** The answer's `detail` if it is one sentence. */
function readSentence(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return isRecord(parsed) && typeof parsed.detail === 'string' && parsed.detail !== '' ? parsed.detail : undefined;
  } catch {
    return undefined;
  }
}

/** A sentence that quotes the service, without the key, which may be repeated as sent or URL-encoded. */
function forCell(sentence: string, apiKey: string): string {
  const clean = (
    apiKey === '' ? sentence : sentence.replaceAll(apiKey, '•••').replaceAll(encodeURIComponent(apiKey), '•••')
  ).replaceAll(/\s+/g, ' ');
  return clean.length > MAX_SENTENCE_LENGTH ? `${clean.slice(0, MAX_SENTENCE_LENGTH)}…` : clean;
}

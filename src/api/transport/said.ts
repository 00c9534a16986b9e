import { isRecord, recordIn } from '../../core/basics';

/**
 * A service's own reason, in any of the usual places. These are `detail`, `message` and `error`, each a text, a record
 * with one, or a list that begins with one; and `title` with `detail` (RFC 9457). Undefined if there is none.
 */
export function saidIn(body: string): string | undefined {
  const parsed = recordIn(body);
  return parsed && reasonIn(parsed);
}

/** Names of the reason, the most telling first. */
const NAMES = [
  'message',
  'detail',
  'error',
  'errors',
  'error_description',
  'error_message',
  'reason',
  'msg',
  'note',
  'information',
  'title',
];

function reasonIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined;
  if (Array.isArray(value)) return value.map(reasonIn).find((reason) => reason !== undefined);
  if (!isRecord(value)) return undefined;
  const named = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name.toLowerCase().replace(/[ -]/g, '_'), one]),
  );
  const reasons = NAMES.map((name) => reasonIn(named[name]));
  const first = reasons.find((reason) => reason !== undefined);
  const { title } = named;
  return typeof title === 'string' && first !== undefined && first !== title ? `${title}: ${first}` : first;
}

/**
 * The status that an answer with status 200 should have had: some services answer {"code": 429, "message": …},
 * {"error": …} or no items and a message. Undefined if it reports no error.
 */
export function statusIn(body: string): number | undefined {
  const parsed = recordIn(body);
  if (parsed === undefined || !tellsOfError(parsed)) return undefined;
  const codes = [parsed, parsed.error].flatMap((one) => (isRecord(one) ? [one.code, one.status, one.statusCode] : []));
  const reason = [...codes, reasonIn(parsed)].join(' ');
  return codes.map(Number).find((code) => code >= 400 && code < 600) ?? statusOf(reason);
}

/** Records of the service have none of these fields. A body with anything besides a reason is a normal answer. */
function tellsOfError(body: Readonly<Record<string, unknown>>): boolean {
  const others = Object.entries(body).filter(([name]) => !IS_REASON.test(name));
  if (others.some(([, value]) => Array.isArray(value) && value.length > 0)) return false;
  const { error, errors, success, ok, code, status, statusCode } = body;
  const isMarked =
    !isEmpty(error) ||
    !isEmpty(errors) ||
    [success, ok].includes(false) ||
    /^(?:error|fail(?:ed|ure)?)$/i.test(String(status)) ||
    [code, status, statusCode].some((one) => Number(one) >= 400 && Number(one) < 600);
  return isMarked || (reasonIn(body) !== undefined && others.every(([, value]) => isEmpty(value)));
}

const IS_REASON = new RegExp(`^(?:${NAMES.join('|').replaceAll('_', '[_ -]?')})$`, 'i');

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (isRecord(value) || Array.isArray(value) ? Object.keys(value).length === 0 : value === '');

/** The status that fits the words of a reason, or of its code: "NOT_FOUND". 400 if they do not say. */
function statusOf(reason: string): number {
  if (/too.many|rate.?limit|frequency|throttl|slow down/i.test(reason)) return 429;
  if (/quota|credits|upgrade|subscri|\bplan\b/i.test(reason)) return 402;
  if (/api.?key|unauthori[sz]ed|authenticat|\btoken\b/i.test(reason)) return 401;
  if (/not.found|unknown|no.such|no.data/i.test(reason)) return 404;
  if (/internal|server.error|unavailable|maintenance|overload|went wrong|try again/i.test(reason)) return 500;
  return 400;
}

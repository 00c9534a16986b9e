import { type Area, AREAS, type Operation } from '../../api/interface/operation';
import { OPERATIONS } from '../../api/operations';
import { readTextFile, StartError } from '../errors';
import { type Limits, LIMITS } from './allowances';
import { isRecord, recordIn } from '../../core/basics';

interface Group {
  readonly areas: readonly string[];
  readonly operations: readonly string[];
  /** Whether operations that only the service's description has are allowed. @default false */
  readonly described?: boolean;
  readonly limits?: Limits;
  readonly claims?: readonly string[] | undefined;
}

const IDS = OPERATIONS.map(({ id }) => id);

const FIELDS: { readonly [Field in keyof Group]-?: (value: unknown, what: string) => Group[Field] } = {
  areas: (value, what) => listOf(value, AREAS, what),
  operations: (value, what) => listOf(value, IDS, what),
  described: flagOf,
  limits: limitsOf,
  claims: claimsOf,
};

export type Groups = ReadonlyMap<string, Group>;

/** The usual names of a bank's groups that differ from the area's name. */
const USUAL_NAMES: Readonly<Partial<Record<Area, string>>> = { currencies: 'fx', stocks: 'equity' };

export const DEFAULT_GROUPS: Groups = new Map(
  AREAS.map((area) => [USUAL_NAMES[area] ?? area, { areas: [area], operations: [] }]),
);

export const groupsClaimedBy = (claimed: readonly string[], groups: Groups): string[] =>
  [...groups].flatMap(([name, { claims = [name] }]) => (claims.some((one) => claimed.includes(one)) ? [name] : []));

/** Why these groups do not allow an operation; undefined if they do. Without groups everything is allowed. */
export function problemOf(
  name: string,
  names: readonly string[] | undefined,
  operation: Operation,
  groups: Groups,
): string | undefined {
  if (names === undefined || operation.kind === 'usage') return undefined;
  if (names.length === 0)
    return `${name} may not ask for ${operation.path}: no group of the sign-in is one of the gateway's; ask its administrator`;
  const own = names.flatMap((group) => groups.get(group) ?? []);
  const areas = own.flatMap((group) => group.areas);
  const { area, id, kind } = operation;
  if (kind === 'added')
    return own.some(({ described }) => described === true)
      ? undefined
      : `${name} may not ask for ${operation.path}: no group of the token (${names.join(', ')}) allows what the service only describes; ask the gateway's administrator`;
  if ((area !== undefined && areas.includes(area)) || own.some(({ operations }) => operations.includes(id)))
    return undefined;
  const allowed = [...areas, ...own.flatMap(({ operations }) => operations)].join(', ') || 'nothing';
  return (
    `${name} may not ask for ${operation.path}: ` +
    `the groups of the token (${names.join(', ')}) allow ${allowed}; ask the gateway's administrator`
  );
}

/** Reads a file such as {"fx": {"areas": ["currencies"], "operations": ["GET /algo/symbols"]}}. Throws a StartError. */
export const readGroups = (path: string): Groups =>
  new Map(Object.entries(parse(path)).map(([name, group]) => [name, readGroup(group, `"${name}" in ${path}`)]));

function readGroup(group: unknown, who: string): Group {
  if (!isRecord(group)) throw new StartError(`--groups: ${who} is not {"areas": […], "operations": […]}`);
  // Limits under a misspelt name would limit nobody.
  const other = Object.keys(group).find((field) => !Object.hasOwn(FIELDS, field));
  if (other !== undefined)
    throw new StartError(`--groups: ${who} may not have "${other}", only ${Object.keys(FIELDS).join(', ')}`);
  const read = Object.entries(FIELDS).map(([field, readField]) => [
    field,
    readField(group[field], `the ${field} of ${who}`),
  ]);
  return Object.fromEntries(read) as Group;
}

function parse(path: string): Readonly<Record<string, unknown>> {
  const parsed = recordIn(readTextFile('groups', path));
  if (parsed) return parsed;
  throw new StartError(`--groups: ${path} is not JSON such as {"fx": {"areas": ["currencies"]}}`);
}

function limitsOf(value: unknown, what: string): Limits {
  const limits = value ?? {};
  if (!isRecord(limits)) throw new StartError(`--groups: ${what} are not {"requestsPerDay": 5000}`);
  for (const [name, limit] of Object.entries(limits)) {
    if (!LIMITS.some((one) => one === name))
      throw new StartError(`--groups: ${what} may not have "${name}", only ${LIMITS.join(', ')}`);
    if (typeof limit !== 'number' || !(limit > 0))
      throw new StartError(`--groups: ${what}: ${name} is ${JSON.stringify(limit)} and not a number above 0`);
  }
  return limits;
}

function claimsOf(value: unknown, what: string): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw new StartError(`--groups: ${what} are not a list of groups of the identity provider, such as ["FX desk"]`);
}

function flagOf(value: unknown, what: string): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  throw new StartError(`--groups: ${what} is ${JSON.stringify(value)} and not true or false`);
}

function listOf(value: unknown, allowed: readonly string[], what: string): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new StartError(`--groups: ${what} are not a list such as ["${allowed[0]!}"]`);
  const wrong = (value as unknown[]).find((one) => !allowed.includes(String(one)));
  if (wrong !== undefined) throw new StartError(`--groups: ${what} may not have ${JSON.stringify(wrong)}`);
  return value as readonly string[];
}

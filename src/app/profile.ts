import { type AddedOperation, type WireNames, wireName } from '../api/interface/operation';
import { OPERATIONS } from '../api/operations';
import { isRecord, recordIn } from '../core/basics';
import { quoted } from '../core/errors';
import { compareDescription, type DescriptionDifference } from '../api/interface/service-description';
import { DocumentError, readDocument } from '../api/interface/openapi';
import type { Session } from './session';
import type { ServiceProfile, Settings } from './settings';

export const NO_PROFILE: ServiceProfile = { names: {}, added: [], off: [] };

/** The whole profile of the service in the settings, with the lines that are switched off. */
export const storedProfile = ({ profiles, serviceAddress }: Settings): ServiceProfile =>
  profiles[serviceAddress] ?? NO_PROFILE;

export const withProfile = (
  { profiles, serviceAddress }: Settings,
  profile: ServiceProfile,
): Pick<Settings, 'profiles'> => {
  const { [serviceAddress]: _, ...others } = profiles;
  const isNone = Object.keys(profile.names).length + profile.added.length === 0;
  return { profiles: isNone ? others : { ...others, [serviceAddress]: profile } };
};

/** One difference between the service and the interface document, under the key that switches it off. */
export type ProfileLine = { readonly key: string; readonly isOn: boolean } & (
  | Extract<DescriptionDifference, { readonly kind: 'renamed' | 'longest' }>
  | { readonly kind: 'moved'; readonly operation: string; readonly to: string }
  | { readonly kind: 'base'; readonly to: string }
  | { readonly kind: 'added'; readonly operation: string; readonly summary: string }
);

/** Moved operations come first, since only the user can accept them. */
export function linesOf({ names, added, off }: ServiceProfile): readonly ProfileLine[] {
  const lines = Object.entries(names).map(([key, to]): ProfileLine => {
    const [method, path, parameter, length] = key.split(' ');
    const [isOn, operation, from] = [!off.includes(key), `${method} ${path}`, BUILT_IN[key] ?? ''];
    if (key === 'base') return { key, isOn, kind: 'base', to };
    if (parameter === undefined) return { key, isOn, kind: 'moved', operation, to };
    return { key, isOn, kind: length === undefined ? 'renamed' : 'longest', operation, parameter, from, to };
  });
  const others = added.map(({ id, summary }): ProfileLine => ({
    key: id,
    isOn: !off.includes(id),
    kind: 'added',
    operation: id,
    summary,
  }));
  return [...lines.filter(({ kind }) => kind === 'moved'), ...lines.filter(({ kind }) => kind !== 'moved'), ...others];
}

export const switched = (profile: ServiceProfile, key: string, isOn: boolean): ServiceProfile => ({
  ...profile,
  off: isOn ? profile.off.filter((one) => one !== key) : [...profile.off, key],
});

/** The operation as arguments of MD.GET: the user fills in its braces and required parameters. */
export function argumentsFor({ path, parameters }: AddedOperation): Readonly<Record<'path' | 'parameters', string>> {
  const needed = parameters.filter((one) => one.in === 'query' && one.isRequired === true);
  const pairs = needed.map(({ name, values, default: usual }) => `${name}=${usual ?? values?.[0] ?? ''}`);
  return { path, parameters: pairs.join('; ') };
}

/** The operations whose path and summary have all words of a query. */
export function findAdded(added: readonly AddedOperation[], query: string): readonly AddedOperation[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0
    ? []
    : added.filter(({ path, summary }) => words.every((word) => `${path} ${summary}`.toLowerCase().includes(word)));
}

/** What the table of operations says, under the keys of a profile. */
const BUILT_IN: WireNames = Object.fromEntries([
  ['base', ''],
  ...OPERATIONS.flatMap((operation) => [
    [operation.id, operation.path],
    ...operation.parameters.flatMap((parameter) => {
      const key = `${operation.id} ${parameter.name}`;
      const length = parameter.type === 'texts' ? parameter.maxLength : undefined;
      return [
        [key, wireName(operation, parameter)],
        ...(length === undefined ? [] : [[`${key} length`, String(length)]]),
      ];
    }),
  ]),
]) as WireNames;

/** The parameters that the interface document names. Only a moved operation may use other names. */
const PUBLISHED: ReadonlySet<string> = new Set(
  OPERATIONS.flatMap(({ id, parameters }) =>
    parameters.filter((one) => one.in === 'path' || one.isAssumed !== true).map(({ name }) => `${id} ${name}`),
  ),
);

/** Entries that equal the table need not be stored. */
const withoutBuiltIn = (names: WireNames): WireNames =>
  Object.fromEntries(
    Object.entries(names).filter(
      ([key, value]) =>
        key in BUILT_IN &&
        BUILT_IN[key] !== value &&
        (!PUBLISHED.has(key) || key.slice(0, key.lastIndexOf(' ')) in names),
    ),
  );

/** Two parameters of one operation with the same name. */
function findClash(names: WireNames): string | undefined {
  for (const operation of OPERATIONS) {
    const used = new Map<string, string>();
    for (const parameter of operation.parameters.filter((one) => one.in === 'query')) {
      const wire = wireName(operation, parameter, names);
      const other = used.get(wire);
      if (other !== undefined) return `"${wire}" would be both ${other} and ${parameter.name} of ${operation.path}`;
      used.set(wire, parameter.name);
    }
  }
  return undefined;
}

export interface LearnedProfile {
  /** Proposed instead of the current one; learning applies nothing. */
  readonly profile: ServiceProfile;
  /** Differences that no profile can mend. */
  readonly problems: readonly DescriptionDifference[];
}

/** Reads the service's description of itself, without the key. Rejects with an Error whose message users understand. */
export async function learnProfile(
  { client, settings, gateway }: Session,
  signal: AbortSignal,
): Promise<LearnedProfile> {
  if (!client) throw new DocumentError('The settings are still being read: try again');
  const reply = await client.transport.getPublic('/openapi.json', signal);
  if (reply.status === 404)
    throw new DocumentError('The service publishes no description of itself (404): import the names from a file');
  if (reply.status !== 200)
    throw new DocumentError(
      `The service did not give its description (${reply.status}): try again later, or import the names from a file`,
    );
  const { serviceAddress } = settings;
  const current = storedProfile(settings);
  const described = readDocument(reply.body, serviceAddress);
  const { names, added, differences } = compareDescription(described, current.names, serviceAddress);
  // A gateway states its own maximum list length.
  const own = Object.entries(names).filter(([key]) => gateway?.maxListLength === undefined || !key.endsWith(' length'));
  return {
    profile: proposed(current, Object.fromEntries(own), added),
    problems: differences.filter(({ kind }) => ['gone', 'unmatched', 'required', 'type'].includes(kind)),
  };
}

/** Lines that were switched off stay off, and moved operations are only proposed. */
function proposed(current: ServiceProfile, names: WireNames, added: readonly AddedOperation[]): ServiceProfile {
  const changed = withoutBuiltIn(names);
  const moved = OPERATIONS.map(({ id }) => id).filter((id) => id in changed && current.names[id] !== changed[id]);
  const keys = new Set([...Object.keys(changed), ...added.map(({ id }) => id)]);
  return { names: changed, added, off: [...new Set([...current.off, ...moved])].filter((key) => keys.has(key)) };
}

const NOT_ONE = 'The file does not have names of parameters: choose the one that "npm run check -- --out FILE" wrote';

const WIRE_NAME = /^[A-Za-z_][\w.\-[\]]{0,59}$/;
const PATH = /^\/(?!.*\.\.)[^?#\\\s]*$/;

/**
 * The profile in a file of `npm run check -- --out FILE`: `{ "names": { … }, "added": [ … ] }`. Throws a DocumentError
 * for any other text, and for names or paths that cannot be sent.
 */
export function readProfileFile(text: string, current: ServiceProfile): LearnedProfile {
  const content = recordIn(text);
  if (!isRecord(content?.names)) throw new DocumentError(NOT_ONE);
  const found = Object.entries(content.names).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const names = withoutBuiltIn(Object.fromEntries(found));
  for (const [key, value] of Object.entries(names)) {
    const isPath = key === 'base' || key.split(' ').length === 2;
    if (key.endsWith(' length') ? /^[1-9]\d{0,5}$/.test(value) : (isPath ? PATH : WIRE_NAME).test(value)) continue;
    throw new DocumentError(
      `${quoted(value)} is not a name that can stand in an address: letters, digits, "_", "-", "." and brackets`,
    );
  }
  const clash = findClash(names);
  if (clash !== undefined) throw new DocumentError(clash);
  const added = Array.isArray(content.added) ? content.added.filter(isAdded) : [];
  return { profile: proposed(current, names, added), problems: [] };
}

const isAdded = (row: unknown): row is AddedOperation =>
  isRecord(row) &&
  typeof row.path === 'string' &&
  PATH.test(row.path) &&
  row.id === `GET ${row.path}` &&
  row.method === 'GET' &&
  row.kind === 'added' &&
  row.shape === 'any' &&
  typeof row.summary === 'string' &&
  typeof row.freshSeconds === 'number' &&
  [row.parameters, row.record].every(
    (list) => Array.isArray(list) && list.every((one) => isRecord(one) && typeof one.name === 'string'),
  );

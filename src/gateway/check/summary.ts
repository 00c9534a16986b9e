import type { OperationKind, WireNames } from '../../api/interface/operation';
import { operationOf } from '../../api/operations';
import { groupBy } from '../../core/basics';
import type { Finding } from './check-operation';
import type { GeneralFinding } from './service-facts';

/** The function that asks operations of a kind, where it is not called after the kind. */
const FUNCTIONS: Readonly<Partial<Record<OperationKind, string>>> = {
  ...{ quotes: 'QUOTE', conversion: 'CONVERT', scores: 'SCORE' },
  ...{ quote: 'GET', names: 'GET', added: 'GET' },
};

const [MOST_FUNCTIONS, MOST_TOLD] = [5, 2];

interface Checked {
  readonly findings: readonly Finding[];
  readonly general: GeneralFinding;
  readonly names: WireNames;
  readonly out: string | undefined;
}

/** The most important results in at most nine lines; empty if the service equals the table. */
export function summaryOf({ findings, general, names, out }: Checked): readonly string[] {
  const differing = findings.filter(({ differences }) => differences.length > 0);
  const learned = learnedOf(names, general.added.length);
  if (differing.length + general.differences.length === 0 && learned === '') return [];
  const functionOf = ({ operation }: Finding): string => {
    const { kind } = operationOf(operation);
    return `MD.${FUNCTIONS[kind] ?? kind.toUpperCase()}`;
  };
  const byFunction = groupBy(differing, functionOf);
  const meanings = byFunction.map(([first, ...others]) => {
    const more = others.length > 0 ? ` (and ${others.length} more of its operations differ)` : '';
    return `${functionOf(first!)} ${meaningOf(first!, names)}${more}`;
  });
  const left = byFunction.slice(MOST_FUNCTIONS).map(([first]) => functionOf(first!));
  const told = [
    ...general.differences.filter((one) => !one.startsWith('openapi.json')),
    ...differing.flatMap(({ operation, differences }) =>
      differences
        .filter((one) =>
          BROKEN.test(one) ? one !== 'status 404' : one.includes('ignored') && ownNames(operation, names).length === 0,
        )
        .map((difference) => `${operation}: ${difference}`),
    ),
    ...(general.isDescribed ? [] : ['it publishes no /openapi.json, from which the add-in could learn']),
  ];
  return [
    ...meanings.slice(0, MOST_FUNCTIONS),
    ...(left.length > 0 ? [`${left.join(', ')} differ too: see above`] : []),
    `Learned: ${learned || 'nothing'}${learned === '' ? '' : out === undefined ? '; --out FILE writes it for the MD pane' : `; import ${out} in the MD pane`}`,
    ...(general.errors === undefined ? [] : [`Errors come as ${general.errors}`]),
    ...(told.length > 0
      ? [
          `Tell the provider: ${told.slice(0, MOST_TOLD).join('; ')}${told.length > MOST_TOLD ? `; and ${told.length - MOST_TOLD} more` : ''}`,
        ]
      : []),
  ];
}

function meaningOf({ operation: id, differences }: Finding, names: WireNames): string {
  const { path } = operationOf(id);
  const [first = ''] = differences;
  const status = /^status (\d+)/.exec(first)?.[1];
  const place = names[id];
  if (status === '404')
    return `will be #N/A: the service has no ${path}${place === undefined ? '' : `; it has ${place}`}`;
  if (status === '422') return `will be #VALUE!: ${path} refuses what is sent (${first})`;
  if (status !== undefined) return `will be #N/A: ${path} answers with status ${status}`;
  const learned = ownNames(id, names);
  if (learned.length > 0 && !differences.some((one) => BROKEN.test(one)))
    return `needs what was learned: ${learned.join(', ')}`;
  return `may show other values, or #N/A: ${path}: ${first}`;
}

/** Differences that no name mends. */
const BROKEN = /^(?:field|status)/;

const ownNames = (id: string, names: WireNames): readonly string[] =>
  Object.entries(names).flatMap(([key, value]) => {
    if (!key.startsWith(`${id} `)) return [];
    const [parameter = '', length] = key.slice(id.length + 1).split(' ');
    return [length === undefined ? `${parameter} is "${value}"` : `${parameter} has at most ${value} characters`];
  });

function learnedOf(names: WireNames, addedCount: number): string {
  const keys = Object.keys(names);
  const lengths = keys.filter((key) => key.endsWith(' length')).length;
  const places = keys.filter((key) => key === 'base' || key.split(' ').length === 2).length;
  return [
    [keys.length - lengths - places, 'names of parameters'],
    [places, 'places'],
    [lengths, 'lengths of lists'],
    [addedCount, 'operations that the service adds'],
  ]
    .filter(([count]) => Number(count) > 0)
    .map(([count, what]) => `${what} (${count})`)
    .join(', ');
}

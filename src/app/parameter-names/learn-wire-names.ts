import { type Operation, type OperationParameter, wireName, type WireNames } from '../../api/interface/operation';
import { OPERATIONS } from '../../api/operations';
import {
  type DescribedOperation,
  type DescribedParameter,
  DocumentError,
  hasFittingType,
  readDocument,
} from './openapi-document';
import type { Session } from '../session';
import { withoutBuiltIn } from './wire-names';

/** A difference between the service's own description and the table of operations with the current names. */
type Difference =
  | {
      readonly kind: 'renamed';
      readonly operation: string;
      readonly parameter: string;
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: 'added' | 'gone'; readonly operation: string }
  | { readonly kind: 'unmatched' | 'required' | 'type'; readonly operation: string; readonly parameter: string };

export interface LearnedNames {
  /** Proposed instead of the current names; learning applies nothing. */
  readonly names: WireNames;
  readonly differences: readonly Difference[];
}

/** Reads the service's description of itself, without the key. Rejects with an Error whose message users understand. */
export async function learnWireNames({ client, settings }: Session, signal: AbortSignal): Promise<LearnedNames> {
  if (!client) throw new DocumentError('The settings are still being read: try again');
  const reply = await client.getPublic('/openapi.json', signal);
  if (reply.status === 404)
    throw new DocumentError('The service publishes no description of itself (404): enter the names by hand');
  if (reply.status !== 200)
    throw new DocumentError(
      `The service did not give its description (${reply.status}): try again later, or enter the names by hand`,
    );
  return compare(readDocument(reply.body), settings.wireNames);
}

/** @param current the names in use; operations that are not described keep theirs */
function compare(described: readonly DescribedOperation[], current: WireNames): LearnedNames {
  const prefix = prefixOf(described);
  const byShape = new Map(
    described
      .filter(({ path }) => path.startsWith(prefix))
      .map((one) => [shapeOf(one.method, one.path.slice(prefix.length)), one]),
  );
  if (!OPERATIONS.some((operation) => byShape.has(shapeOf(operation.method, operation.path)))) {
    throw new DocumentError(
      'The description is of another service, or has none of its operations: check the service address',
    );
  }
  const names: Record<string, string> = { ...current };
  const differences: Difference[] = [];
  for (const operation of OPERATIONS) {
    const shape = shapeOf(operation.method, operation.path);
    const own = byShape.get(shape);
    byShape.delete(shape);
    if (!own) differences.push({ kind: 'gone', operation: operation.id });
    else
      differences.push(
        ...compareParameters(
          operation,
          own.parameters.filter((one) => one.in === 'query'),
          names,
        ),
      );
  }
  for (const { method, path } of byShape.values()) differences.push({ kind: 'added', operation: `${method} ${path}` });
  return { names: withoutBuiltIn(names), differences };
}

/** Finds every parameter's name, writes it into `names` if it may be changed, and reports differences. */
function compareParameters(
  operation: Operation,
  described: readonly DescribedParameter[],
  names: Record<string, string>,
): Difference[] {
  const differences: Difference[] = [];
  const ours = operation.parameters.filter((parameter) => parameter.in === 'query');
  const matches = match(ours, described, (parameter) => [
    wireName(operation, parameter, names),
    wireName(operation, parameter),
  ]);
  for (const parameter of ours) {
    const about = { operation: operation.id, parameter: parameter.name };
    const [from, match] = [wireName(operation, parameter, names), matches.get(parameter)];
    if (!match || (match.name !== from && !parameter.isAssumed)) differences.push({ kind: 'unmatched', ...about });
    else {
      if (match.name !== from) differences.push({ kind: 'renamed', ...about, from, to: match.name });
      if (!hasFittingType(match, parameter)) differences.push({ kind: 'type', ...about });
      if (parameter.isAssumed) names[`${operation.id} ${parameter.name}`] = match.name;
    }
  }
  const matched = new Set(matches.values());
  for (const { name } of described.filter((one) => one.isRequired && !matched.has(one)))
    differences.push({ kind: 'required', operation: operation.id, parameter: name });
  return differences;
}

/** Matches first by name, then by the descriptions, the most certain pairs first. */
function match(
  ours: readonly OperationParameter[],
  described: readonly DescribedParameter[],
  namesOf: (parameter: OperationParameter) => readonly string[],
): Map<OperationParameter, DescribedParameter> {
  const matches = new Map<OperationParameter, DescribedParameter>();
  const isFree = (one: DescribedParameter): boolean => ![...matches.values()].includes(one);
  for (const parameter of ours) {
    const same = namesOf(parameter)
      .map((name) => described.find((one) => one.name === name && isFree(one)))
      .find((one) => one !== undefined);
    if (same) matches.set(parameter, same);
  }
  const pairs = ours
    .filter((parameter) => !matches.has(parameter))
    .flatMap((parameter) =>
      described.filter(isFree).map((one) => ({ parameter, one, likeness: likenessOf(parameter, one) })),
    )
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness);
  for (const { parameter, one, likeness } of pairs) {
    if (matches.has(parameter) || !isFree(one)) continue;
    // Two candidates are equally similar, so neither is certain.
    if (
      pairs.some(
        (other) =>
          other.parameter === parameter && other.one !== one && other.likeness === likeness && isFree(other.one),
      )
    )
      continue;
    matches.set(parameter, one);
  }
  return matches;
}

const MIN_LIKENESS = 3;

/** How likely a described parameter is ours: by words, then whether it is required, then values and limits. */
function likenessOf(parameter: OperationParameter, described: DescribedParameter): number {
  if (!hasFittingType(described, parameter)) return 0;
  const words = `${described.name} ${described.description}`.toLowerCase();
  const names = [parameter.name, ...(parameter.wire?.split('_') ?? []), ...(SYNONYMS[parameter.name] ?? [])];
  const hasName = names.some((name) => words.includes(name));
  const hasValues = parameter.values !== undefined && described.values?.join() === parameter.values.join();
  const own = [parameter.min, parameter.max, parameter.maxLength, parameter.default];
  const equalLimits = own.filter((limit, index) => limit !== undefined && limit === described.limits[index]).length;
  return (
    (hasName ? 3 : 0) +
    (described.isRequired === (parameter.isRequired === true) ? 1 : -1) +
    (parameter.isRequired && described.isRequired ? 1 : 0) +
    (hasValues ? 3 : 0) +
    equalLimits
  );
}

const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  ticker: ['symbol', 'company', 'stock', 'cik'],
  symbols: ['ticker', 'pairs', 'list'],
  symbol: ['ticker', 'pair', 'instrument'],
  limit: ['count', 'most', 'size', 'number of'],
  size: ['limit', 'per page', 'page'],
  type: ['form', 'kind', 'category'],
  model: ['score'],
  mic: ['market', 'exchange'],
  start: ['from', 'begin', 'since'],
  end: ['to', 'until'],
  precision: ['decimals', 'digits'],
  cursor: ['page', 'token'],
  amount: ['value', 'quantity'],
  interval: ['period'],
  mode: ['detail', 'fields'],
  country: ['region'],
};

/** "GET /stocks/{}/scores": the names in braces do not matter. */
const shapeOf = (method: string, path: string): string =>
  `${method} ${path
    .toLowerCase()
    .replace(/\/$/, '')
    .replaceAll(/\{[^}]*\}/g, '{}')}`;

/** The prefix of the described paths before ours, such as "/v1"; the one that fits most operations. */
function prefixOf(described: readonly DescribedOperation[]): string {
  const fits = new Map<string, number>([['', 0]]);
  for (const { method, path } of described) {
    for (const operation of OPERATIONS) {
      const [theirs, ours] = [
        shapeOf(method, path),
        shapeOf(operation.method, operation.path).slice(method.length + 1),
      ];
      if (operation.method !== method || !theirs.endsWith(ours)) continue;
      const prefix = path.slice(0, theirs.length - ours.length - method.length - 1);
      fits.set(prefix, (fits.get(prefix) ?? 0) + 1);
    }
  }
  return [...fits].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

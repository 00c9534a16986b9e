import type { Cell } from './cell';
import { CellError, notAvailable, quoted } from './errors';
import { isRecord } from './basics';

/** The service's models, in display order. */
export const SCORE_MODELS = ['piotroski', 'altman-z', 'beneish-m'] as const;

/**
 * How the literature reads the scores: Piotroski 2000, Altman 1968, Beneish 1999. Piotroski compares companies of 8 and 9
 * with those of 0 and 1; others draw his lower line at 2.
 */
export const THRESHOLDS = {
  piotroskiLowMost: 1,
  piotroskiHighLeast: 8,
  altmanDistressBelow: 1.81,
  altmanSafeAbove: 2.99,
  beneishAbove: -1.78,
} as const;

/**
 * The structure of a score's `data` is not documented, so the score is found by rule. A scalar is the score. An object
 * is searched below the model's name if it has one, and has no score if it names only other models. Then its only
 * number counts if no score beside it is null, or else the one named score, value or result.
 */
type FoundScore = { readonly cell: Cell } | { readonly choices: readonly Leaf[] };

/** A scalar in `data` with its dotted path. */
export interface Leaf {
  readonly path: string;
  readonly value: string | number | boolean | null;
}

const TELLING_NAMES = ['score', 'value', 'result'];

/** "altman-z", "altman_z" and "altmanZ" are the same name. */
const normalizedName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The part of `data` for a model; undefined if no key has its name. */
export function partOf(data: unknown, model: string): unknown {
  if (!isRecord(data)) return undefined;
  return Object.entries(data).find(([name]) => normalizedName(name) === normalizedName(model))?.[1];
}

/** The model whose name begins the path, if any. */
export const modelIn = (path: string): (typeof SCORE_MODELS)[number] | undefined =>
  SCORE_MODELS.find(
    (model) => path.includes('.') && normalizedName(path.slice(0, path.indexOf('.'))) === normalizedName(model),
  );

const namesModels = (data: unknown): boolean => SCORE_MODELS.some((model) => partOf(data, model) !== undefined);

/** The score of one model, or the leaves to choose from if the rule finds none. */
export function findScore(data: unknown, model: string): FoundScore {
  const own = partOf(data, model);
  if (own === undefined && namesModels(data)) return { cell: cellOfLeaf(null, model) };
  const part = own === undefined ? data : own;
  if (!isRecord(part) && !Array.isArray(part)) return { cell: cellOfLeaf(part, model) };
  const leaves = leavesOf(part);
  if (leaves.length === 0) return { cell: cellOfLeaf(null, model) };
  const named =
    leaves.find(({ path }) => TELLING_NAMES.includes(path.toLowerCase())) ??
    onlyOne(leaves.filter(({ path }) => TELLING_NAMES.includes(lastOf(path))));
  // A null that is named like a score is an unpublished score; a year beside it must not replace it.
  const only = onlyOne(
    leaves.filter(({ path, value }) => typeof value === 'number' || (value === null && isNamedLikeScore(path))),
  );
  const leaf = typeof only?.value === 'number' ? only : named;
  return leaf ? { cell: cellOfLeaf(leaf.value, model, whyNot(leaf, leaves)) } : { choices: leaves };
}

/**
 * The value at a dotted path, in the model's part or in the whole data; if there is none, #N/A naming the existing
 * paths. The path may begin with the model's name even if the answer does not contain it: that depends on which other
 * models were requested.
 */
export function scoreAt(data: unknown, model: string, path: string): Cell {
  const own = partOf(data, model);
  const [first = '', ...rest] = path.toLowerCase().split('.');
  const paths = [
    path.toLowerCase(),
    ...(normalizedName(first) === normalizedName(model) && rest.length > 0 ? [rest.join('.')] : []),
  ];
  for (const part of [own, data]) {
    const leaves = leavesOf(part);
    const leaf = leaves.find((one) => paths.includes(one.path.toLowerCase()));
    if (leaf) return cellOfLeaf(leaf.value, path, whyNot(leaf, leaves));
  }
  const choices = leavesOf(own ?? data)
    .slice(0, 12)
    .map((leaf) => leaf.path)
    .join(', ');
  return new CellError(
    choices ? '#VALUE!' : '#N/A',
    `field: "${path}" is not in the ${model} scores; ${choices ? `give one of ${choices}` : 'they have no fields'}`,
  );
}

export function leavesOf(value: unknown, path = ''): Leaf[] {
  if (value === undefined) return [];
  if (isRecord(value) || Array.isArray(value))
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}.${key}`));
  return [{ path, value: publishedValue(value as Leaf['value']) }];
}

/** What the service says beside a missing score, in its words: it may not apply to banks. */
const whyNot = ({ path }: Leaf, leaves: readonly Leaf[]): Leaf['value'] | undefined =>
  onlyOne(leaves.filter((one) => one.value !== null && WHY.test(one.path.replace(withoutLast(path), ''))))?.value;

const WHY = /^(?:reason|message|note|detail|explanation)s?$/i;
const withoutLast = (path: string): string => path.replace(/[^.]*$/, '');

const isNamedLikeScore = (path: string): boolean => TELLING_NAMES.some((name) => lastOf(path).includes(name));
const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase();
const onlyOne = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

/** The texts that services write for a missing value. */
const NOTHING =
  /^(?:-*|n\/?a|#n\/a|nan|none|null|nil|undefined|unknown|not (?:available|applicable|published|found)|[+-]?inf(?:inity)?|\.\.\.?)$/i;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Some services send numbers as texts, and a word for a missing one. */
function publishedValue(value: Leaf['value']): Leaf['value'] {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (NUMBER.test(text)) return Number(text);
  return NOTHING.test(text) ? null : value;
}

/** A score as a cell; null means that the service does not publish it, and perhaps says why. */
export function cellOfLeaf(sent: unknown, name: string, why?: Leaf['value']): Cell {
  const value = typeof sent === 'string' ? publishedValue(sent) : sent;
  if (Number.isFinite(value) || typeof value === 'string' || typeof value === 'boolean') return value as Cell;
  return notAvailable(
    typeof value === 'number'
      ? `The service sent a "${name}" that is not a number: recalculate, or tell your provider`
      : why === undefined
        ? `"${name}" is not published`
        : `"${name}" is not published: ${quoted(why)}`,
  );
}

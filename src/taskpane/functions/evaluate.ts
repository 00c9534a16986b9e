import type { Session } from '../../app/session';
import type { CellContent } from '../../app/workbook';
import { type Block, parseA1 } from '../../core/sheet/a1';
import type { CallTrace } from '../../core/call';
import type { Cancellation } from '../../core/cancellation';
import { CellError, type ErrorCode } from '../../core/errors';
import type { AnyDeclaration } from '../../functions/define';
import { exampleArguments, type Ranges, signatureOf } from '../../functions/help/formula-arguments';
import { invoke } from '../../functions/evaluate/invoke';
import { checkListPrice } from '../../functions/evaluate/list-price';
import type { Outcome } from '../../functions/evaluate/outcome';
import { type Entries, formulaText, isExpression } from './formula';

/** A preview must not slow down the workbook, so it does not read larger ranges. */
const MAX_CELLS = 5_000;
/** It does not ask the user either. */
const MAX_REQUESTS = 20;

/** A sample of the formula's result; undefined if one of its arguments can only be calculated by the workbook. */
export async function evaluate(
  declaration: AnyDeclaration,
  entries: Entries,
  session: Session,
  cancellation: Cancellation,
  trace?: CallTrace,
): Promise<Outcome | undefined> {
  const formula = formulaText(declaration, entries, session.host.workbook);
  const ranges = await readRanges(
    Object.values(entries)
      .filter(isExpression)
      .map((text) => text.trim().slice(1).trim()),
    session,
    // Such as a sheet that does not exist.
  ).catch(() => undefined);
  if (!ranges || cancellation.isCancelled) return undefined;
  let values: unknown[];
  try {
    values = exampleArguments(formula, signatureOf(declaration), ranges, session.now());
  } catch {
    return undefined;
  }
  const allowance = { max: Math.min(MAX_REQUESTS, session.spending.maxRequests), sent: 0, missing: 0 };
  const call = { isPreview: false, isSample: true, cancellation, trace, allowance };
  checkListPrice(declaration, values, session, call);
  return invoke(declaration, session, values, call);
}

/** The cells of the expressions that are references; undefined if one of them is too large. */
async function readRanges(
  expressions: readonly string[],
  { host: { workbook } }: Session,
): Promise<Ranges | undefined> {
  if (expressions.length === 0) return {};
  const { sheet } = await workbook.selection();
  const blocks = expressions.flatMap((text): [string, Block][] => {
    const block = parseA1(text, sheet);
    return block ? [[text, block]] : [];
  });
  if (blocks.some(([, { rows, columns }]) => rows * columns > MAX_CELLS)) return undefined;
  const read = blocks.map(
    async ([text, block]) => [text, (await workbook.read(block)).map((row) => row.map(argumentOf))] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

const ERROR = /^#(?:N\/A|VALUE!|REF!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|BUSY!|GETTING_DATA)$/;

/** A cell as a function receives it. */
const argumentOf = ({ value }: CellContent): unknown =>
  typeof value === 'string' && ERROR.test(value) ? new CellError(value as ErrorCode) : value;

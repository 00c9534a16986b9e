import { callsIn } from '../../app/workbook/formulas';
import type { Workbook } from '../../app/host';

const PARAMETER = 'formula';
/** What an argument may be: a link must not carry a formula that does more than ask the service. */
const CONSTANT =
  /^(?:"(?:[^"]|"")*"|-?\d+(?:\.\d+)?|TRUE|FALSE|\{[^(){}]*\}|(?:TODAY|NOW)\(\)|DATE\(\d+,\s*\d+,\s*\d+\))?$/;

/** A link from a help page to the workbench that opens a formula in a new sheet. */
export const linkToFormula = (formula: string): string => `../?${PARAMETER}=${encodeURIComponent(formula)}`;

/**
 * The formula that the address carries: one MD function with constant arguments; undefined if it is anything else.
 *
 * @internal
 */
export function formulaIn(address: string): string | undefined {
  const [call] = callsIn(new URL(address).searchParams.get(PARAMETER) ?? '');
  if (!call || !/^MD\.[A-Z]+$/.test(call.name) || !call.arguments.every((one) => CONSTANT.test(one))) return undefined;
  return `=${call.name}(${call.arguments.join(',')})`;
}

/** Opens the formula of the address in a new sheet, once: a page that is loaded again does not repeat it. */
export async function openFormulaInLink(workbook: Pick<Workbook, 'addSheet'>): Promise<void> {
  const formula = formulaIn(location.href);
  if (formula === undefined) return;
  const address = new URL(location.href);
  address.searchParams.delete(PARAMETER);
  history.replaceState(null, '', address);
  await workbook.addSheet({ name: /MD\.[A-Z]+/.exec(formula)![0], rows: [[{ formula }]], columnWidths: [] });
}

import type { Session } from '../session';
import { blockIn, literalIn, mdCallsIn } from '../formulas/read-formula';
import type { FunctionTraits, ParameterRole } from '../function-traits';
import { mapInPieces } from '../pauses';
import { CellValues } from './cell-values';
import type { MdCell } from './cells';

/** A function call with its arguments' values. */
export interface MdCall {
  readonly cell: MdCell;
  readonly traits: FunctionTraits;
  /** In the order of the formula; undefined if the values are not known. */
  readonly values: readonly (readonly unknown[] | undefined)[];
}

/** All MD calls in the cells, in order. */
export async function readCalls(
  { host: { workbook } }: Session,
  cells: readonly MdCell[],
  functions: readonly FunctionTraits[],
): Promise<MdCall[]> {
  const perCell = await mapInPieces(cells, (mdCell) =>
    mdCallsIn(mdCell.formula).flatMap(({ name, arguments: all }) => {
      const traits = functions.find(({ id }) => id === name);
      return traits ? [{ cell: mdCell, traits, arguments: all, sheet: mdCell.cell.sheet }] : [];
    }),
  );
  const calls = perCell.flat();
  const blockOf = new Map<string, ReturnType<typeof blockIn>>();
  await mapInPieces(calls, ({ arguments: all, sheet }) => {
    for (const one of all) blockOf.set(`${sheet} ${one}`, blockIn(one, sheet));
  });
  const values = await CellValues.read(
    workbook,
    [...blockOf.values()].filter((block) => block !== undefined),
  );
  return mapInPieces(calls, ({ cell, traits, arguments: all, sheet }) => ({
    cell,
    traits,
    values: all.map((one) => {
      if (one === '') return [];
      const block = blockOf.get(`${sheet} ${one}`);
      const literal = literalIn(one);
      return block ? values.of(block) : literal === undefined ? undefined : [literal];
    }),
  }));
}

export const namesIn = (values: readonly unknown[]): string[] =>
  values
    .flatMap((value) => (typeof value === 'string' ? value.split(',') : []))
    .map((name) => name.trim().toUpperCase())
    .filter((name) => name !== '');

/** The values of the parameters with that role: empty if they are omitted, undefined if not known. */
export const valuesOf = ({ traits, values }: MdCall, wantedRole: ParameterRole) =>
  traits.parameters.flatMap(({ role }, index) =>
    role === wantedRole ? [index < values.length ? values[index] : []] : [],
  );

export const takesSymbols = ({ parameters }: FunctionTraits): boolean =>
  parameters.some(({ role }) => role === 'symbols');

/** Empty if the function takes none; undefined if not known. */
export function symbolsOf(call: MdCall): string[] | undefined {
  const [values] = takesSymbols(call.traits) ? valuesOf(call, 'symbols') : [[]];
  return values && namesIn(values);
}

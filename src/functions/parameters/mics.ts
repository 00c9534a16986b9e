import type { Grid } from '../../core/arguments';
import { CellError } from '../../core/errors';
import { misnamedArgument } from '../../core/fix';
import { micMeant } from '../../core/names/colloquial-names';
import type { Parameter } from '../define';
import { checkName, namesOf, type Slot } from './symbols';

/** MIC codes, upper case, each in its place; undefined means all markets. */
export const mics = (): Parameter<Grid<Slot<string>> | undefined> => ({
  isOptional: true,
  excelType: 'any',
  dimensionality: 'matrix',
  input: 'exchanges',
  read(argument, name) {
    const grid = namesOf(argument, name, (text) => micOf(text, name));
    if (grid === null) return undefined;
    if (grid.items.every((item) => item === undefined)) {
      throw new CellError(
        '#VALUE!',
        `${name}: the cells are blank; give MIC codes such as "XNYS", or leave the argument out for every market`,
      );
    }
    return grid.items.length === 1 && grid.items[0] === 'ALL' ? undefined : grid;
  },
});

/** Common names of exchanges are refused here: the service would only say that it does not know them. */
function micOf(text: string, name: string): string | CellError {
  const meant = micMeant(text);
  return meant === undefined ? checkName(text.toUpperCase(), name) : misnamedArgument(name, text, 'a MIC code', meant);
}

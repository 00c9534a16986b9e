import type { FunctionTraits } from '../../app/function-traits';
import type { FunctionTexts } from './function-texts';

/** The functions that contain every word of the query: matches in the name come first, then those in the texts. */
export function findFunctions(
  catalog: readonly FunctionTraits[],
  query: string,
  texts: FunctionTexts | undefined,
): FunctionTraits[] {
  const words = query
    .toLowerCase()
    .replace(/^=/, '')
    .split(/[\s.(]+/)
    .filter((word) => word !== '');
  const isNamed = ({ id }: FunctionTraits): boolean => words.every((word) => `md ${id}`.toLowerCase().includes(word));
  const isDescribed = (declaration: FunctionTraits): boolean => {
    const text =
      `md ${declaration.id} ${texts?.get(declaration.id)?.summary ?? ''} ${declaration.parameters.map(({ name }) => name).join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const named = catalog.filter(isNamed);
  return [...named, ...catalog.filter((one) => !named.includes(one) && isDescribed(one))];
}

import type { AnyDeclaration } from '../../functions/define';
import type { FunctionTexts } from './function-texts';

/** The functions that every word of the query is found in: in the name first, then in what is said of them. */
export function findFunctions(
  catalog: readonly AnyDeclaration[],
  query: string,
  texts: FunctionTexts | undefined,
): AnyDeclaration[] {
  const words = query
    .toLowerCase()
    .replace(/^=/, '')
    .split(/[\s.(]+/)
    .filter((word) => word !== '');
  const isNamed = ({ id }: AnyDeclaration): boolean => words.every((word) => `md ${id}`.toLowerCase().includes(word));
  const isDescribed = (declaration: AnyDeclaration): boolean => {
    const text =
      `md ${declaration.id} ${texts?.get(declaration.id)?.summary ?? ''} ${Object.keys(declaration.parameters).join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const named = catalog.filter(isNamed);
  return [...named, ...catalog.filter((one) => !named.includes(one) && isDescribed(one))];
}

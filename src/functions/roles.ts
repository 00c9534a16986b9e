import type { ParameterRole } from '../app/function-traits';
import type { AnyDeclaration, Parameter } from './define';

/** The first parameter with that role, with its name; undefined if there is none. */
export const parameterWithRole = (
  { parameters }: AnyDeclaration,
  wantedRole: ParameterRole,
): readonly [name: string, parameter: Parameter] | undefined =>
  Object.entries(parameters).find(([, { role }]) => role === wantedRole);

/** The entry for that parameter; "" for none. */
export const enteredFor = (
  declaration: AnyDeclaration,
  role: ParameterRole,
  entered: Readonly<Record<string, string>>,
): string => entered[parameterWithRole(declaration, role)?.[0] ?? ''] ?? '';

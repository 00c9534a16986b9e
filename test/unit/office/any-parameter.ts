import type { Parameter } from '../../../src/functions/define';

/** A parameter that takes any argument as it is. */
export const ANY_PARAMETER: Parameter = {
  isOptional: true,
  excelType: 'any',
  dimensionality: 'scalar',
  input: 'text',
  read: (argument) => argument,
};

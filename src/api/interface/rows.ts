import type { Column } from '../../core/columns';
import type { Operation, OperationParameter, AnswerShape } from './operation';

/** Builders for the rows of the table of operations. */

type ParameterDetails = Partial<Omit<OperationParameter, 'name' | 'type' | 'in'>>;

export const query = (
  name: string,
  type: OperationParameter['type'],
  traits: ParameterDetails = {},
): OperationParameter => ({
  name,
  type,
  in: 'query',
  ...traits,
});
export const path = (name: string, traits: ParameterDetails = {}): OperationParameter => ({
  name,
  type: 'text',
  in: 'path',
  isRequired: true,
  ...traits,
});
/** A parameter that the interface document does not show. */
export const assumed = (parameter: OperationParameter): OperationParameter => ({ ...parameter, isAssumed: true });

/** What an operation returns. */
interface AnswerTraits {
  readonly shape: AnswerShape;
  readonly record?: readonly Column[];
  readonly freshSeconds: number;
  readonly batchBy?: string;
}

type OperationStatus = 'documented' | 'assumed';

/** @param id such as "GET /stocks/markets" */
export function operation(
  id: string,
  status: OperationStatus,
  parameters: OperationParameter[],
  answer: AnswerTraits,
): Operation {
  const [method, pathText] = id.split(' ') as ['GET' | 'POST', string];
  return {
    id,
    method,
    path: pathText,
    parameters,
    record: [],
    ...answer,
    isAssumed: status === 'assumed',
  };
}

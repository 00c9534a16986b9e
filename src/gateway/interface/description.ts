import { describeInterface } from '../../api/interface/description';
import { OPERATIONS } from '../../api/operations';
import { MAX_LIST_LENGTH } from '../memory/memories';

/** The gateway's interface as an OpenAPI document: lists of symbols may be longer than the service's. */
export const describeGateway = (): object =>
  describeInterface(
    OPERATIONS.map((operation) => ({
      ...operation,
      parameters: operation.parameters.map((parameter) =>
        parameter.name === operation.batchBy && parameter.maxLength !== undefined
          ? { ...parameter, maxLength: MAX_LIST_LENGTH }
          : parameter,
      ),
    })),
    {},
    'Market data gateway',
  );

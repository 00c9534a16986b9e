import { operationTextOf } from '../operations.help';
import { type Operation, type OperationParameter, KEY_HEADER, type WireNames, wireName } from './operation';

const TYPES: Readonly<Record<OperationParameter['type'], object>> = {
  text: { type: 'string' },
  texts: { type: 'string' },
  integer: { type: 'integer' },
  unix: { type: 'integer' },
  number: { type: 'number' },
  date: { type: 'string', format: 'date' },
  instant: { type: 'string', format: 'date-time' },
};

const parameterOf = (operation: Operation, parameter: OperationParameter, wireNames: WireNames): object => ({
  name: wireName(operation, parameter, wireNames),
  in: parameter.in,
  required: parameter.isRequired === true,
  schema: {
    ...TYPES[parameter.type],
    minimum: parameter.min,
    maximum: parameter.max,
    maxLength: parameter.maxLength,
    enum: parameter.values,
    default: parameter.default,
  },
});

/** The interface as an OpenAPI document for JSON, with a service's own names of parameters. */
export function describeInterface(operations: readonly Operation[], wireNames: WireNames, title: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const text = operationTextOf(operation);
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        tags: [text.tag],
        summary: text.summary,
        parameters: operation.parameters.map((parameter) => parameterOf(operation, parameter, wireNames)),
        responses: { 200: { description: 'Successful Response' }, 422: { description: 'Validation Error' } },
        security: [{ APIKeyHeader: [] }],
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '3.1.0' },
    paths,
    components: { securitySchemes: { APIKeyHeader: { type: 'apiKey', in: 'header', name: KEY_HEADER } } },
  };
}

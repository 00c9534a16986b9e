import type { Operation, Parameter, WireNames } from '../api/operation';
import { wireName } from '../api/operation';

const TYPES: Readonly<Record<Parameter['type'], object>> = {
  text: { type: 'string' }, texts: { type: 'string' }, integer: { type: 'integer' }, unix: { type: 'integer' }, number: { type: 'number' },
  date: { type: 'string', format: 'date' },
};

const defined = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const parameterOf = (operation: Operation, parameter: Parameter, wireNames: WireNames): object => ({
  name: wireName(operation, parameter, wireNames),
  in: parameter.in,
  required: parameter.isRequired === true,
  schema: {
    ...TYPES[parameter.type],
    ...defined({
      minimum: parameter.min, maximum: parameter.max, maxLength: parameter.maxLength, enum: parameter.values, default: parameter.default,
    }),
  },
});

/** The interface as an OpenAPI document, with the names of parameters that this sandbox goes by. */
export function describeInterface(operations: readonly Operation[], wireNames: WireNames): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        tags: [operation.tag],
        summary: operation.summary,
        parameters: operation.parameters.map((parameter) => parameterOf(operation, parameter, wireNames)),
        responses: { 200: { description: 'Successful Response' }, 422: { description: 'Validation Error' } },
        security: [{ APIKeyHeader: [] }],
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Simulated market data service', version: '3.1.0' },
    paths,
    components: { securitySchemes: { APIKeyHeader: { type: 'apiKey', in: 'header', name: 'api-key' } } },
  };
}

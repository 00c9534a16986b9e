import { describeInterface } from '../../../../src/api/interface/description';
import { readDocument } from '../../../../src/api/interface/openapi';
import { compareDescription } from '../../../../src/api/interface/service-description';
import { OPERATIONS, operationOf } from '../../../../src/api/operations';
import { KEY_HEADER } from '../../../support/published-fields';

describe('the description of an interface', () => {
  test('is an OpenAPI document, with what an operation does, takes and answers, and the header of the key', () => {
    expect(describeInterface([operationOf('GET /indices/{symbol}/ticks')], {}, 'A service')).toEqual({
      openapi: '3.1.0',
      info: { title: 'A service', version: '3.1.0' },
      paths: {
        '/indices/{symbol}/ticks': {
          get: {
            tags: ['Indices'],
            summary: 'Historical ticks of an index',
            parameters: [
              { name: 'symbol', in: 'path', required: true, schema: { type: 'string' } },
              { name: 'start', in: 'query', required: true, schema: { type: 'integer' } },
              { name: 'end', in: 'query', required: true, schema: { type: 'integer' } },
              { name: 'cursor', in: 'query', required: false, schema: { type: 'string' } },
              { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, default: 100 } },
            ],
            responses: { 200: { description: 'Successful Response' }, 422: { description: 'Validation Error' } },
            security: [{ APIKeyHeader: [] }],
          },
        },
      },
      components: { securitySchemes: { APIKeyHeader: { type: 'apiKey', in: 'header', name: KEY_HEADER } } },
    });
  });

  test.each([
    ['how long a list may be', 'GET /crypto/quotes', 'symbols', { type: 'string', maxLength: 50 }],
    ['that a day is a date', 'GET /stocks/markets/holidays', 'start', { type: 'string', format: 'date' }],
    ['the least amount', 'GET /crypto/convert/{from}/{to}', 'amount', { type: 'number', minimum: 1e-8, default: 10 }],
    ['the most records', 'GET /account/usage', 'limit', { type: 'integer', minimum: 1, maximum: 168, default: 24 }],
    ['the possible words', 'GET /account/usage', 'interval', { type: 'string', enum: ['1h', '1d'], default: '1h' }],
  ])('says %s', (_, id, name, schema) => {
    const document = describeInterface([operationOf(id)], {}, 'A service');
    expect(document).toHaveProperty(
      ['paths', operationOf(id).path, 'get', 'parameters'],
      expect.arrayContaining([expect.objectContaining({ name, schema })]),
    );
  });

  test('describes the same operations as the table, but with a service’s own names', () => {
    const own = { 'GET /stocks/filings ticker': 'company', 'GET /account/usage interval': 'period' };
    const document = JSON.stringify(describeInterface(OPERATIONS, own, 'A service'));
    const { names, differences } = compareDescription(readDocument(document), {});
    expect(names).toMatchObject(own);
    expect(differences).toEqual([
      {
        ...{ kind: 'renamed', operation: 'GET /stocks/filings', parameter: 'ticker' },
        ...{ from: 'ticker', to: 'company' },
      },
      {
        ...{ kind: 'renamed', operation: 'GET /account/usage', parameter: 'interval' },
        ...{ from: 'interval', to: 'period' },
      },
    ]);
  });
});

import { DocumentError, readDocument } from '../../../../src/api/interface/service-description';

const documentOf = (fields: object, version = '3.1.0'): string => JSON.stringify({ openapi: version, ...fields });
const parametersOf = (text: string) => readDocument(text)[0]!.parameters;
const text = { type: 'string' };

describe('an OpenAPI document', () => {
  test('lists its operations and their parameters', () => {
    const document = documentOf({
      paths: {
        '/a': {
          get: {
            parameters: [
              {
                name: 'x',
                in: 'query',
                required: true,
                description: 'An x',
                schema: { type: 'integer', minimum: 1, default: 5 },
              },
            ],
          },
          post: {},
          delete: {},
        },
      },
    });
    expect(readDocument(document)).toEqual([
      {
        method: 'GET',
        path: '/a',
        parameters: [
          {
            name: 'x',
            in: 'query',
            isRequired: true,
            description: 'An x',
            type: 'integer',
            values: undefined,
            limits: [1, undefined, undefined, 5],
          },
        ],
      },
      { method: 'POST', path: '/a', parameters: [] },
    ]);
  });

  test('may keep parameters and schemas elsewhere and refer to them', () => {
    const document = documentOf(
      {
        paths: { '/a': { get: { parameters: [{ $ref: '#/components/parameters/X' }] } } },
        components: {
          parameters: { X: { name: 'x', in: 'query', schema: { $ref: '#/components/schemas/Kind~1of' } } },
          schemas: { 'Kind/of': { ...text, enum: ['a', 'b'] } },
        },
      },
      '3.0.3',
    );
    expect(parametersOf(document)).toMatchObject([{ name: 'x', type: 'text', values: ['a', 'b'] }]);
  });

  test('may have parameters for a whole path, which those of the operation override', () => {
    const document = documentOf({
      paths: {
        '/a': {
          parameters: [
            { name: 'x', in: 'query', schema: text },
            { name: 'y', in: 'query', schema: text },
          ],
          get: { parameters: [{ name: 'x', in: 'query', required: true, schema: { type: 'integer' } }] },
        },
      },
    });
    expect(parametersOf(document)).toMatchObject([
      { name: 'x', type: 'integer', isRequired: true },
      { name: 'y', type: 'text' },
    ]);
  });

  test.each([
    ['3.1: several types', { type: ['integer', 'null'] }],
    ['3.1: alternatives, null among them', { anyOf: [{ type: 'integer' }, { type: 'null' }], title: 'Limit' }],
    ['3.0: nullable', { type: 'integer', nullable: true }],
    ['all of one', { allOf: [{ type: 'integer' }] }],
  ])('may mark an optional parameter in several ways: %s', (_, schema) => {
    expect(
      parametersOf(documentOf({ paths: { '/a': { get: { parameters: [{ name: 'x', in: 'query', schema }] } } } }))[0]!
        .type,
    ).toBe('integer');
  });

  test('with broken parts still gives the rest', () => {
    const circle = { $ref: '#/components/parameters/Circle' };
    const document = documentOf({
      paths: {
        '/a': {
          get: {
            parameters: [
              null,
              1,
              {},
              { $ref: '#/nowhere' },
              { $ref: 'https://elsewhere.test/x' },
              circle,
              { name: 'x', in: 'query', schema: 'text' },
            ],
          },
        },
        '/b': null,
        '/c': { get: [] },
        '/d': { get: { parameters: {} } },
      },
      components: { parameters: { Circle: circle } },
    });
    expect(readDocument(document).map(({ path, parameters }) => [path, parameters.map(({ name }) => name)])).toEqual([
      ['/a', ['x']],
      ['/d', []],
    ]);
  });
});

describe('a text that is not an OpenAPI document', () => {
  test.each([
    [
      '<!doctype html><p>Welcome',
      'The service sent a web page instead of a description: check the service address, or enter the names by hand',
    ],
    ['{"openapi":"3.1.0","pa', 'The description is cut off or not JSON: try again later, or enter the names by hand'],
    ['[]', 'The service did not send an OpenAPI 3 description: enter the names by hand'],
    ['{"swagger":"2.0","paths":{}}', 'The service did not send an OpenAPI 3 description: enter the names by hand'],
    ['{"openapi":"3.1.0"}', 'The service did not send an OpenAPI 3 description: enter the names by hand'],
    [' '.repeat(10_000_001), 'The description is larger than 10 MB: enter the names by hand'],
  ])('is refused with a sentence: %#', (text, message) => {
    expect(() => readDocument(text)).toThrow(new DocumentError(message));
  });
});

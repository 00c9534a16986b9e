import { readValidationErrors } from '../../../../src/api/transport/refusals';

describe('the errors in the body of a 422', () => {
  test('are their places, messages and types', () => {
    const detail = [
      { loc: ['query', 'symbols', 3], msg: 'not supported', type: 'value_error' },
      { loc: ['query', 'precision'], msg: 'too large' },
    ];
    expect(readValidationErrors(JSON.stringify({ detail }))).toEqual([
      { location: ['query', 'symbols', '3'], text: 'not supported', type: 'value_error' },
      { location: ['query', 'precision'], text: 'too large', type: '' },
    ]);
  });

  test.each([
    '',
    'null',
    '[]',
    '{}',
    '{"detail":"no"}',
    '{"detail":[]}',
    '{"detail":[7]}',
    '{"detail":[{"loc":"query","msg":"no"}]}',
    '{"detail":[{"loc":[],"msg":7}]}',
    '<html>',
  ])('are none where the body is %j', (body) => {
    expect(readValidationErrors(body)).toEqual([]);
  });
});

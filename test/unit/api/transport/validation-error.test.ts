import { readValidationError } from '../../../../src/api/transport/validation-error';

describe('the explanation in a 422', () => {
  test('is the place and the message of the first error', () => {
    const detail = [
      { loc: ['query', 'symbols', 3], msg: 'not supported', type: 'value_error' },
      { loc: ['query', 'precision'], msg: 'too large' },
    ];
    expect(readValidationError(JSON.stringify({ detail }))).toEqual({
      location: ['query', 'symbols', '3'],
      text: 'not supported',
    });
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
  ])('is unknown where the body is %j', (body) => {
    expect(readValidationError(body)).toBeUndefined();
  });
});

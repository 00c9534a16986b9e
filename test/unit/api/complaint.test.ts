import { readComplaint } from '../../../src/api/complaint';

describe('what a 422 says', () => {
  test('is where and what, of the first complaint', () => {
    const detail = [{ loc: ['query', 'symbols', 3], msg: 'not supported', type: 'value_error' }, { loc: ['query', 'precision'], msg: 'too large' }];
    expect(readComplaint(JSON.stringify({ detail }))).toEqual({ place: ['query', 'symbols', '3'], text: 'not supported' });
  });

  test.each(['', 'null', '[]', '{}', '{"detail":"no"}', '{"detail":[]}', '{"detail":[7]}', '{"detail":[{"loc":"query","msg":"no"}]}', '{"detail":[{"loc":[],"msg":7}]}', '<html>'])(
    'is unknown where the body is %j', (body) => {
      expect(readComplaint(body)).toBeUndefined();
    });
});

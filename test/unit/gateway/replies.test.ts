import { failure } from '../../../src/gateway/replies';
import { LeaderUpstream } from '../../../src/gateway/nodes/node-link';
import { NodeLostError } from '../../../src/gateway/errors';

test('an upload whose connection to the leader broke is not sent again, and the answer says that it may have arrived', async () => {
  const sent: string[] = [];
  const upstream = new LeaderUpstream(
    { leader: { id: 'a', term: 1 }, renewSoon: () => Promise.resolve() },
    { ask: () => Promise.reject(new Error('Another node leads')) },
    {
      ask: (_, { path }) => {
        sent.push(path);
        return Promise.reject(new NodeLostError('The node a does not answer'));
      },
    },
    () => 0,
  );
  const answered = await upstream.ask({ path: '/algo/upload/backtrader', body: '{}' }).catch(failure);
  expect(sent).toEqual(['/algo/upload/backtrader']);
  expect(answered).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  expect(answered.body).toContain('may have arrived');
});

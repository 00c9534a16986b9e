import { failure } from '../../../../src/gateway/interface/replies';
import { NodeLostError } from '../../../../src/gateway/node-lost-error';
import { type NodeAddress, SpokenUpstream } from '../../../../src/gateway/nodes/speaker';

test('an upload whose connection to the speaker broke is not sent again, and the answer says that it may have arrived', async () => {
  const sent: string[] = [];
  const speaker: NodeAddress = { id: 'a', url: 'http://a.test' };
  const upstream = new SpokenUpstream(
    { seat: speaker, suspect: () => undefined, renewSoon: () => Promise.resolve() },
    () => Promise.reject(new Error('Another node speaks')),
    (_, { path }) => {
      sent.push(path);
      return Promise.reject(new NodeLostError('The node a does not answer'));
    },
    () => 0,
  );
  const answered = await upstream.ask({ path: '/algo/upload/backtrader', body: '{}' }).catch(failure);
  expect(sent).toEqual(['/algo/upload/backtrader']);
  expect(answered).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  expect(answered.body).toContain('may have arrived');
});

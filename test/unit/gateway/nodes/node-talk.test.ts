import { answerNode } from '../../../../src/gateway/nodes/node-talk';

test('a node hears that an answer failed, and this node lives on', async () => {
  const answer = Promise.reject(new Error('The upload was cut off'));
  await expect(answerNode(answer).text()).rejects.toThrow('The upload was cut off');
});

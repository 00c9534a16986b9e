import { answerNode } from '../../../../src/gateway/nodes/node-talk';

test('a node that asked is told that an answer failed, and the answering node keeps running', async () => {
  const answer = Promise.reject(new Error('The upload was cut off'));
  await expect(answerNode(answer, () => undefined).text()).rejects.toThrow('The upload was cut off');
});

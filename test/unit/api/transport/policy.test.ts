import type { Policy, Reply } from '../../../../src/api/transport/policy';
import { inOrder } from '../../../../src/api/transport/transport';
import { outgoing } from './outgoing';

const reply = (status: number): Reply => ({ sentAt: 0, status, headers: new Headers(), body: '' });

/** A policy that notes when a request comes and when its reply goes. */
const noting = (name: string, noted: string[]): Policy => ({
  async sendRequest(request, next) {
    noted.push(name);
    const answer = await next(request);
    noted.push(`${answer.status} ${name}`);
    return answer;
  },
});

test('a request goes through the policies in their order, and its reply back', async () => {
  const noted: string[] = [];
  const service: Policy = { sendRequest: () => Promise.resolve(reply(200)) };
  await inOrder([noting('a', noted), noting('b', noted), service])(outgoing());
  expect(noted).toEqual(['a', 'b', '200 b', '200 a']);
});

test('a list of policies of which none sends a request fails', async () =>
  await expect(inOrder([noting('a', [])])(outgoing())).rejects.toThrow('No policy sends the request'));

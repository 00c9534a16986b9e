import { ownOrigin } from '../../../../src/gateway/command/addresses';

test.each([
  ['127.0.0.1', 'https://localhost:3443'],
  ['::1', 'https://localhost:3443'],
  ['0.0.0.0', 'https://localhost:3443'],
  ['::', 'https://localhost:3443'],
  ['10.0.0.7', 'https://10.0.0.7:3443'],
  ['fd00::7', 'https://[fd00::7]:3443'],
])('a gateway on %s says that it is at %s, which this computer can open', (host, address) => {
  expect(ownOrigin('https', host, 3443)).toBe(address);
});

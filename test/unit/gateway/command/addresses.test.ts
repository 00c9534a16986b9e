import { hostname } from 'node:os';
import { nodeUrl, ownOrigin } from '../../../../src/gateway/command/addresses';

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

test('other nodes reach a gateway that listens on all addresses by the name of its computer, unless --node-url is given', () => {
  const ofHost = (host: string, url = ''): string => nodeUrl({ host, 'node-url': url }, 'http', 3451);
  expect(ofHost('0.0.0.0')).toBe(`http://${hostname()}:3451`);
  expect(ofHost('10.0.0.7')).toBe('http://10.0.0.7:3451');
  expect(ofHost('0.0.0.0', 'http://node1.example:3451/')).toBe('http://node1.example:3451');
});

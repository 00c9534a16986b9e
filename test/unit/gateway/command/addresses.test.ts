import { hostname } from 'node:os';
import { nodeUrl, ownOrigin } from '../../../../src/gateway/command/addresses';
import { StartError } from '../../../../src/gateway/start-error';

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
  const ofHost = (host: string, url = '', store = 'redis://store.example'): string =>
    nodeUrl({ host, 'node-url': url, store }, 'http', 3451);
  expect(ofHost('0.0.0.0')).toBe(`http://${hostname()}:3451`);
  expect(ofHost('10.0.0.7')).toBe('http://10.0.0.7:3451');
  expect(ofHost('0.0.0.0', 'http://node1.example:3451/')).toBe('http://node1.example:3451');
  // All nodes are on this computer, as the store is, or the operator says so.
  expect(ofHost('127.0.0.1', '', 'redis://localhost:6379')).toBe('http://127.0.0.1:3451');
  expect(ofHost('127.0.0.1', 'http://127.0.0.1:3451')).toBe('http://127.0.0.1:3451');
});

test('a node that listens on its own computer alone does not join a store elsewhere', () => {
  expect(() =>
    nodeUrl({ host: '127.0.0.1', 'node-url': '', store: 'rediss://md@store.example:6379' }, 'http', 3451),
  ).toThrow(
    new StartError(
      '--host: other nodes on the store store.example cannot reach 127.0.0.1, where this one listens: name an address of this computer with --host; or, if all nodes are on this computer, say so with --node-url http://127.0.0.1:3451',
    ),
  );
});

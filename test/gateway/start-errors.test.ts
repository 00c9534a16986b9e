import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateCertificates } from 'office-addin-dev-certs';
import { DEFAULT_GROUPS } from '../../src/gateway/access/groups';
import { readOptions } from '../../src/gateway/command/options';
import { startGateway } from '../../src/gateway/command/start';
import { runTokenCommand } from '../../src/gateway/command/token-command';
import { makeToken } from '../../src/gateway/access/personal-tokens';
import { StartError } from '../../src/gateway/errors';
import { outcomeOf, runGateway, smallAddIn } from './node-process';

const folder = mkdtempSync(path.join(tmpdir(), 'md-start-'));
function file(name: string, text: string): string {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
}
const KEY = file('key', 'a-key\n');
const TOKENS = file('tokens.json', '[]');
const SERVICE = ['--service', 'https://service.example', '--key-file', KEY, '--files', smallAddIn()];

/** The sentence with which the gateway does not start. */
async function problemOf(options: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  try {
    const running = await startGateway(readOptions(options, environment), environment, () => undefined);
    await running.close();
    return 'it started';
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  }
}

describe('the gateway does not start, and says in one sentence why', () => {
  test.each<[string, string[]]>([
    ['Say which service: --service URL, or --sandbox for the simulated one', []],
    ['--sandbox and --service exclude each other: give one', ['--sandbox', '--service', 'https://service.example']],
    [
      '--groups-header is --person-header, so whoever is called like a group would be in it: name two headers',
      [...SERVICE, '--person-header', 'X-User', '--groups-header', 'x-user'],
    ],
    [
      '--service: https://service.example is this gateway itself: name the service that it is to ask',
      [...SERVICE, '--port', '0', '--admin-port', '0', '--http', '--public-url', 'https://service.example'],
    ],
    [
      '--service: https://service.example/md/api is this gateway itself: name the service that it is to ask',
      [
        ...['--service', 'https://service.example/md/api', '--key-file', KEY, '--files', smallAddIn(), '--port', '0'],
        ...['--admin-port', '0', '--http', '--public-url', 'https://service.example/md/', '--tokens', TOKENS],
      ],
    ],
    ['--log and --key-file are the same file: name two', [...SERVICE, '--log', path.join(folder, '.', 'key')]],
    [
      '--audit and --tokens are the same file: name two',
      [...SERVICE, '--tokens', 'here.json', '--audit', './here.json'],
    ],
    ['--log and --audit are the same file: name two', [...SERVICE, '--log', 'lines', '--audit', 'lines']],
    [
      'The key of the service is missing: name a file that holds it with --key-file, or set MD_KEY',
      ['--service', 'https://service.example'],
    ],
    [
      `--key-file: ${folder}/none cannot be read`,
      ['--service', 'https://service.example', '--key-file', `${folder}/none`],
    ],
    [
      `--key-file: ${folder}/empty is empty`,
      ['--service', 'https://service.example', '--key-file', file('empty', '\n')],
    ],
    [
      'The key of the service has a space or a letter that no key has',
      ['--service', 'https://service.example', '--key-file', file('words', 'two words')],
    ],
    [
      '--service: "service.example" is not an http or https address without user and query, such as https://example.com',
      ['--service', 'service.example', '--key-file', KEY],
    ],
    [
      '--service: "https://service.example/v1" is not an http or https address without user and query, such as https://example.com',
      ['--service', 'https://user:secret@service.example/v1?api-key=secret', '--key-file', KEY],
    ],
    [
      '--service: http://service.example/v1 would send the key without encryption: use https, or http on this computer only',
      ['--service', 'http://service.example/v1/', '--key-file', KEY],
    ],
    [
      '--service: http://127.evil.example would send the key without encryption: use https, or http on this computer only',
      ['--service', 'http://127.evil.example', '--key-file', KEY],
    ],
    [
      '--store: everybody on this computer can read a password in an argument: write it into a file and name that with --store-password-file, or set MD_STORE_PASSWORD',
      [...SERVICE, '--http', '--store', 'redis://md:secret@127.0.0.1:1'],
    ],
    [
      `--store-password-file: ${folder}/none cannot be read`,
      [...SERVICE, '--http', '--store', 'redis://127.0.0.1:1', '--store-password-file', `${folder}/none`],
    ],
    [
      '--oidc-issuer needs --oidc-audience: say whom tokens must be meant for, or those for any other application of the firm would do',
      [...SERVICE, '--oidc-issuer', 'https://login.example.com'],
    ],
    [
      '--oidc-audience needs --oidc-issuer: say who signs people in',
      [...SERVICE, '--oidc-audience', 'api://market-data'],
    ],
    [
      '--oidc-scope needs --oidc-client-id: say as what the pane signs in',
      [...SERVICE, '--oidc-issuer', 'https://login.example.com', '--oidc-audience', 'a', '--oidc-scope', 'openid'],
    ],
    [
      '--oidc-issuer: http://login.example.com would send its keys so that anybody on the way could change them: use https, or http on this computer only',
      [...SERVICE, '--oidc-issuer', 'http://login.example.com', '--oidc-audience', 'api://market-data'],
    ],
    [
      `--groups: the claims of "fx" in ${folder}/claims.json are not a list of groups of the identity provider, such as ["FX desk"]`,
      [...SERVICE, '--groups', file('claims.json', '{"fx": {"areas": ["currencies"], "claims": "FX desk"}}')],
    ],
    [
      '--proxy: "10.0.0.0/99" is not an address or a network such as 127.0.0.1 or 10.0.0.0/8',
      [...SERVICE, '--proxy', '127.0.0.1, 10.0.0.0/99'],
    ],
    [
      '--proxy: "nginx" is not an address or a network such as 127.0.0.1 or 10.0.0.0/8',
      [...SERVICE, '--proxy', 'nginx'],
    ],
    [
      '--frame-ancestors: "https://a.example; script-src *" is not a list such as "https://*.officeapps.live.com https://firm.sharepoint.com"',
      [...SERVICE, '--frame-ancestors', 'https://a.example; script-src *'],
    ],
    ...['javascript:x', 'https: data:', "'self' blob:x"].map((text): [string, string[]] => [
      `--frame-ancestors: "${text}" is not a list such as "https://*.officeapps.live.com https://firm.sharepoint.com"`,
      [...SERVICE, '--frame-ancestors', text],
    ]),
    ...['0.0.0.0/0', '::/0', '128.0.0.0/1', 'fc00::/6'].map((text): [string, string[]] => [
      `--proxy: ${text} is more than the computers of a firm, each of which could say who it is: name only the proxy that signs people in`,
      [...SERVICE, '--proxy', `127.0.0.1,${text}`, '--person-header', 'X-User'],
    ]),
    ['--port: "https" is not a whole number from 0 to 65535', [...SERVICE, '--port', 'https']],
    ['--admin-port: "70000" is not a whole number from 0 to 65535', [...SERVICE, '--admin-port', '70000']],
    ['--quotes-fresh: "never" is not a number from 0.1 to 86400', [...SERVICE, '--quotes-fresh', 'never']],
    ['--per-second: "0" is not a number from 1 to 100000', [...SERVICE, '--per-second', '0']],
    ['--quota: "-1" is not a number from 1 to 1000000000000', [...SERVICE, '--quota=-1']],
    ...['0x10', '1e3', ' 5', '1_000', '-0', 'Infinity', '1,5', '.'].map((text): [string, string[]] => [
      `--quota: "${text}" is not a number from 1 to 1000000000000`,
      [...SERVICE, `--quota=${text}`],
    ]),
    [
      '--public-url: "md" is not an http or https address without user and query, such as https://example.com',
      [...SERVICE, '--public-url', 'md'],
    ],
    ['--tenant: "a b" is not a name of letters, digits, "_", "-" and "."', [...SERVICE, '--tenant', 'a b']],
    ['--cert and --cert-key belong together: give both', [...SERVICE, '--cert', KEY]],
    [`--cert: ${folder}/none cannot be read`, [...SERVICE, '--cert', `${folder}/none`, '--cert-key', KEY]],
    ['--cert and --cert-key: these are not a certificate and its key', [...SERVICE, '--cert', KEY, '--cert-key', KEY]],
    [`--log: ${folder}/none/log cannot be written`, [...SERVICE, '--http', '--log', `${folder}/none/log`]],
    [
      '--store: "localhost" is not an address such as redis://localhost:6379',
      [...SERVICE, '--http', '--store', 'localhost'],
    ],
    [
      '--store: no Valkey or Redis answers at redis://127.0.0.1:1 (ECONNREFUSED)',
      [...SERVICE, '--http', '--store', 'redis://127.0.0.1:1'],
    ],
    [`--profile: ${folder}/none cannot be read`, [...SERVICE, '--profile', `${folder}/none`]],
    ...['[', '{}', '{"names": {"GET /stocks/quotes symbols length": 20}}'].map((text, index): [string, string[]] => [
      `--profile: ${folder}/profile${index} is not what "npm run check -- … --out FILE" writes`,
      [...SERVICE, '--profile', file(`profile${index}`, text)],
    ]),
    [`--groups: ${folder}/none cannot be read`, [...SERVICE, '--groups', `${folder}/none`]],
    [
      `--groups: ${folder}/list is not JSON such as {"fx": {"areas": ["currencies"]}}`,
      [...SERVICE, '--groups', file('list', '[')],
    ],
    [
      `--groups: the areas of "fx" in ${folder}/areas may not have "forex"`,
      [...SERVICE, '--groups', file('areas', '{"fx":{"areas":["forex"]}}')],
    ],
    [
      `--groups: the areas of "fx" in ${folder}/area are not a list such as ["currencies"]`,
      [...SERVICE, '--groups', file('area', '{"fx":{"areas":"currencies"}}')],
    ],
    [
      `--groups: "fx" in ${folder}/limit may not have "limit", only areas, operations, described, limits, claims`,
      [...SERVICE, '--groups', file('limit', '{"fx":{"areas":["currencies"],"limit":{"requestsPerDay":5}}}')],
    ],
    [
      `--groups: the operations of "fx" in ${folder}/operations may not have "GET /prices"`,
      [...SERVICE, '--groups', file('operations', '{"fx":{"operations":["GET /prices"]}}')],
    ],
    [
      `--tokens: ${folder}/no-tokens does not hold tokens: make it with "npm run gateway -- token add NAME --tokens FILE"`,
      [...SERVICE, '--http', '--tokens', file('no-tokens', '{}')],
    ],
    [
      '--host: without tokens the gateway listens on this computer alone, not on 0.0.0.0: add a token with "npm run gateway -- token add NAME --tokens FILE", then start with --tokens FILE',
      [...SERVICE, '--http', '--host', '0.0.0.0'],
    ],
    [
      `--files: ${folder}/nowhere cannot be read`,
      [...SERVICE.slice(0, 4), '--http', '--port', '0', '--files', `${folder}/nowhere`],
    ],
    [`--tokens: ${folder} cannot be read`, [...SERVICE, '--http', '--tokens', folder]],
    [`--notices: ${folder}/none cannot be read`, [...SERVICE, '--http', '--notices', `${folder}/none`]],
    ['--http and --cert exclude each other: plain http has no certificate', [...SERVICE, '--http', '--cert', KEY]],
    [
      `--files: ${folder} does not hold the files of the add-in`,
      [...SERVICE.slice(0, 4), '--http', '--port', '0', '--files', folder],
    ],
    ['--sandbox takes no value', ['--sandbox=yes']],
    ['--service needs a value', ['--service']],
    ['"start" is not an option: options begin with --', ['start']],
  ])('%s', async (problem, options) => expect(await problemOf(options)).toBe(problem));

  test('an unknown option, with the most similar one, or with the list of all', async () => {
    expect(await problemOf(['--quotes-fesh', '5'])).toBe(
      '--quotes-fesh is not an option: did you mean --quotes-fresh?',
    );
    expect(await problemOf(['--upside-down'])).toMatch(
      /^--upside-down is not an option: the options are --service, --key-file, .*, --allow-post$/,
    );
  });

  test('a port that is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await problemOf([...SERVICE, '--http', '--port', String(port)])).toBe(
      `Port ${port} is in use: choose another with --port`,
    );
    server.close();
  });

  test('an invalid option from the environment, unless the command line has it too', async () => {
    expect(await problemOf([], { MD_SERVICE: 'https://service.example', MD_KEY: 'k', MD_PORT: 'x' })).toBe(
      '--port: "x" is not a whole number from 0 to 65535',
    );
    expect(await problemOf(['--port', 'y'], { MD_SANDBOX: '1', MD_PORT: 'x' })).toBe(
      '--port: "y" is not a whole number from 0 to 65535',
    );
  });

  test('a switch that is neither on nor off, while an empty variable counts as missing', async () => {
    expect(await problemOf([], { MD_PORT: '', MD_SANDBOX: '' })).toMatch(/^Say which service/);
    expect(await problemOf([], { MD_SANDBOX: 'maybe' })).toBe('MD_SANDBOX: "maybe" is neither 1 nor 0');
    expect(await problemOf([], { MD_SANDBOX: 'no' })).toMatch(/^Say which service/);
  });

  test("a misspelt variable beside it, with the most similar one, but not other programs' variables", async () => {
    const environment = {
      MD_SERVIC: 'https://service.example',
      MD_STORE_PASWORD: 'x',
      MD_PORT: '0',
      MD_TMPDIR: '/tmp',
    };
    const said: string[] = [];
    const started = startGateway(readOptions([], environment), environment, (text) => said.push(text));
    await expect(started).rejects.toThrow('Say which service');
    expect(said).toEqual([
      'MD_SERVIC is no variable of the gateway, and is ignored: did you mean MD_SERVICE?',
      'MD_STORE_PASWORD is no variable of the gateway, and is ignored: did you mean MD_STORE_PASSWORD?',
    ]);
  });

  test.each(['--help', '-h', 'help'])('%s prints how it is used, exit code 0', async (word) => {
    expect(await outcomeOf(runGateway([word]))).toEqual({
      code: 0,
      stdout: expect.stringContaining('npm run gateway -- --sandbox') as string,
      stderr: '',
    });
  });

  test('as a command: the sentence alone, and exit code 1', async () => {
    expect(await outcomeOf(runGateway(['--servise', 'https://service.example']))).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Gateway: --servise is not an option: did you mean --service?\n',
    });
  });
});

test('an address in manifest.xml from which Excel loads nothing is told at the start', async () => {
  const said: string[] = [];
  const options = [...SERVICE, '--http', '--port', '0', '--admin-port', '0', '--public-url', 'http://md.example.com'];
  const running = await startGateway(readOptions(options, {}), {}, (text) => said.push(text));
  await running.close();
  expect(said).toContain(
    'manifest.xml says http://md.example.com, from where Excel loads nothing: name an https address with --public-url',
  );
});

test('a certificate that has ended is told at the start', async () => {
  const [ca, cert, key] = ['ca', 'ended', 'ended-key'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const { log } = console;
  console.log = () => undefined;
  await generateCertificates(ca, cert, key, -1).finally(() => (console.log = log));
  const said: string[] = [];
  const options = [...SERVICE, '--port', '0', '--admin-port', '0', '--cert', cert, '--cert-key', key];
  const running = await startGateway(readOptions(options, {}), {}, (text) => said.push(text));
  await running.close();
  expect(said).toContain(`The certificate in ${cert} has ended: Excel and browsers refuse it`);
});

describe('tokens in a file', () => {
  const tokens = path.join(folder, 'tokens.json');
  const token = (...options: string[]): Promise<string[]> => runTokenCommand([...options, '--tokens', tokens], {});

  test('are added once, listed without the tokens themselves, and revoked', async () => {
    const [shown] = await token('add', 'ann', '--groups', 'fx, equity, fx', '--days', '90');
    await token('add', 'ben');
    expect(shown).toMatch(/^md_[\w-]{43}$/);
    const lines = await token('list');
    expect(lines).toEqual([
      expect.stringMatching(/^ann\tin force\tadded \d{4}-\d\d-\d\d\tuntil \d{4}-\d\d-\d\d\tfx,equity$/),
      expect.stringMatching(/^ben\tin force\tadded \d{4}-\d\d-\d\d\tdoes not expire\teverything$/),
    ]);
    expect(await token('revoke', 'ann')).toEqual(['ann: revoked']);
    expect((await token('list')).find((line) => line.startsWith('ann'))).toContain('\trevoked\t');
  });

  test.each<[string, string[]]>([
    ['A name is missing', ['add']],
    ['"/" is not a name of letters and digits', ['add', '/']],
    ['"ben" is too much', ['add', 'ann', 'ben']],
    ['"token drop" is not a command', ['drop', 'ann']],
    ['"token lst" is not a command', ['lst']],
    ['Nobody called "eve" has a token', ['revoke', 'eve']],
    ['--days: "soon" is not a number from 1 to 3650', ['add', 'ann', '--days', 'soon']],
    ['Unknown option', ['add', 'ann', '--day', '9']],
    ['--groups: "fx,," is not a list of groups such as fx,equity', ['add', 'ann', '--groups', 'fx,,']],
  ])('are explained in one sentence: %s', async (problem, options) => {
    await expect(token(...options)).rejects.toThrow(problem);
    await expect(token(...options)).rejects.toBeInstanceOf(StartError);
  });

  test('that replace others keep groups and last day, unless the command says otherwise', async () => {
    const said: string[] = [];
    const file = path.join(folder, 'kept.json');
    const add = async (...options: string[]): Promise<string> => {
      await runTokenCommand(['add', 'dan', ...options, '--tokens', file], {}, (text) => said.push(text));
      return (await runTokenCommand(['list', '--tokens', file], {}))[0]!.split('\t').slice(3).join();
    };
    const former = 'The former token of dan is no longer in force: who uses it needs the new one';
    const first = await add('--groups', 'fx', '--days', '90');
    expect([first, said]).toEqual([expect.stringMatching(/^until \d{4}-\d\d-\d\d,fx$/), []]);
    expect([await add(), said.splice(0)]).toEqual([
      first,
      [
        former,
        `The new token of dan keeps its groups fx and its last day ${first.slice(6, 16)}: --groups everything and --days forever would not`,
      ],
    ]);
    expect(await add('--groups', 'everything')).toBe(`${first.split(',')[0]!},everything`);
    expect(await add('--days', 'forever')).toBe('does not expire,everything');
    await runTokenCommand(['revoke', 'dan', '--tokens', file], {});
    expect(await add('--groups', 'equity')).toBe('does not expire,equity');
    // A token that nobody could use is not made.
    const expired = makeToken('dan', { days: 1, now: new Date(0) }).record;
    writeFileSync(file, JSON.stringify([expired]));
    await expect(add()).rejects.toThrow(
      'The token of dan has expired: say for how many days the new one is valid with --days, or --days forever',
    );
    expect(await add('--days', '1')).toMatch(/^until .*,everything$/);
  });

  test('need exactly one place, which can be read and written', async () => {
    await expect(runTokenCommand(['list'], {})).rejects.toThrow('Say where tokens are kept');
    await expect(token('list', '--store', 'redis://127.0.0.1:1')).rejects.toThrow(
      '--store: tokens are in a file, no longer in a store: name it with --tokens FILE',
    );
    await expect(runTokenCommand(['add', 'ann', '--tokens', `${folder}/none/tokens.json`], {})).rejects.toThrow(
      `--tokens: ${folder}/none/tokens.json cannot be written`,
    );
    await expect(runTokenCommand(['list', '--tokens', folder], {})).rejects.toThrow(
      `--tokens: ${folder} cannot be read`,
    );
    for (const words of [['list'], ['revoke', 'ann']])
      await expect(runTokenCommand([...words, '--tokens', `${folder}/none`], {})).rejects.toThrow(
        `--tokens: there is no ${folder}/none`,
      );
  });

  test('can have groups from a file of the firm, and the command says if a group is not a usual one', async () => {
    const said: string[] = [];
    const add = (groups: string): Promise<string[]> =>
      runTokenCommand(['add', 'cid', '--groups', groups, '--tokens', tokens], {}, (text) => said.push(text));
    await add('fx,crypto');
    expect(said).toEqual([]);
    expect(await add('fx,desk')).toEqual([expect.stringMatching(/^md_/)]);
    expect(said).toEqual([
      `"desk" is none of the groups ${[...DEFAULT_GROUPS.keys()].join(', ')}: start the gateway with a --groups FILE that has it`,
      expect.stringMatching(/^The former token of cid/),
    ]);
  });
});

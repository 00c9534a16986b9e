import { existsSync, mkdtempSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Inbound } from '../../../../src/gateway/watch/watcher';
import { Log } from '../../../../src/gateway/watch/log';

const FULL = '/dev/full';

(existsSync(FULL) ? test : test.skip)('a full disk does not stop the gateway, and is reported once', async () => {
  const said: string[] = [];
  const log = new Log({ log: FULL }, (text) => said.push(text));
  const answered = { status: 200, body: '' };
  const write = (): void => {
    for (let count = 0; count < 200; count++)
      log.onInbound({ person: 'ann', operation: 'GET /algo/symbols', ms: 1, answered });
  };
  for (let turn = 0; turn < 20; turn++) {
    write();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(said).toEqual([expect.stringMatching(/^The log cannot be written: ENOSPC/)]);
});

const folder = mkdtempSync(path.join(tmpdir(), 'md-log-'));
const REQUEST: Inbound = {
  person: 'ann',
  operation: 'GET /stocks/{symbol}/scores',
  path: '/api/stocks/AAPL/scores',
  ms: 1,
  answered: { status: 200, body: '' },
};
const linesIn = (file: string): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('the log is not readable for other users of this computer, even if it existed before', () => {
  const [fresh, old] = [path.join(folder, 'fresh'), path.join(folder, 'old')];
  writeFileSync(old, '', { mode: 0o644 });
  for (const file of [fresh, old]) {
    new Log({ log: file }, () => undefined);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
});

test('a failure of the service is logged with the id by which its provider finds the request, and without the query', async () => {
  const file = path.join(folder, 'service');
  const log = new Log({ log: file }, () => undefined);
  log.onUpstream({ at: 0, what: '/stocks/quotes?symbols=AAPL', status: 503, ms: 12, requestId: 'req-4711' });
  await log.flushLines();
  expect(linesIn(file)).toEqual([
    expect.objectContaining({ path: '/stocks/quotes', status: 503, requestId: 'req-4711', msg: 'service' }),
  ]);
});

test('the log continues in a new file after the old one was moved away, and loses no line', async () => {
  const file = path.join(folder, 'rotated');
  const log = new Log({ log: file }, () => undefined);
  log.onInbound({ ...REQUEST, person: 'ann' });
  renameSync(file, `${file}.1`);
  log.reopenFile();
  log.onInbound({ ...REQUEST, person: 'ben' });
  await log.flushLines();
  const people = [`${file}.1`, file].map((name) => linesIn(name).map(({ person }) => person));
  expect(people).toEqual([['ann'], ['ben']]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a flushed log has all lines in their order, even those that were on their way to a file that was moved away', async () => {
  const file = path.join(folder, 'many');
  const log = new Log({ log: file }, () => undefined);
  const people = Array.from({ length: 300 }, (_, index) => `person ${index}`);
  for (const [index, person] of people.entries()) {
    if (index === 200) {
      renameSync(file, `${file}.1`);
      log.reopenFile();
    }
    log.onInbound({ ...REQUEST, person });
  }
  await log.flushLines();
  expect([`${file}.1`, file].flatMap((name) => linesIn(name).map(({ person }) => person))).toEqual(people);
});

test('a line of the log has the path as it was requested, without the token in it', async () => {
  const file = path.join(folder, 'paths');
  const log = new Log({ log: file }, () => undefined);
  const token = `md_${'x'.repeat(43)}`;
  for (const asked of ['/api/stocks/admin-keys#/scores', `/api/${token}/me`, `/api/${'y'.repeat(5_000)}`])
    log.onInbound({ ...REQUEST, path: asked });
  await log.flushLines();
  expect(linesIn(file).map((line) => line.path)).toEqual([
    '/api/stocks/admin-keys#/scores',
    '/api/md_•••/me',
    `/api/${'y'.repeat(295)}`,
  ]);
});

test('refusals are logged with address and reason, and cannot fill the disk: five a minute for one address, sixty for all', async () => {
  const file = path.join(folder, 'refused');
  let now = Date.UTC(2026, 10, 20, 9);
  const log = new Log(
    { log: file },
    () => undefined,
    () => now,
  );
  const refuse = (address: string): void => {
    const answered = { status: 401, body: '', reason: 'unknown token' };
    log.onInbound({ ...REQUEST, person: undefined, address, answered });
  };
  for (let count = 0; count < 1_000; count++) refuse('10.0.0.7');
  for (let host = 0; host < 200; host++) refuse(`10.0.1.${host}`);
  now += 60_000;
  refuse('10.0.0.7');
  log.onInbound(REQUEST);
  await log.flushLines();
  const lines = linesIn(file);
  const refused = lines.filter(({ msg }) => msg === 'refused');
  expect(refused).toHaveLength(61);
  expect(refused.filter(({ address }) => address === '10.0.0.7')).toHaveLength(6);
  expect(refused[0]).toMatchObject({ level: 40, address: '10.0.0.7', reason: 'unknown token', status: 401 });
  expect(
    lines.filter(({ msg }) => msg === 'of nobody known, without a line of their own').map(({ count }) => count),
  ).toEqual([1_140]);
  expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(1);
});

test('the operator is told each time that the service refuses the key, once, and when it takes it again', async () => {
  const said: string[] = [];
  const log = new Log({ log: '/dev/null' }, (text) => said.push(text));
  for (const status of [200, 401, 401, 404, 'network', 200, 200, 401] as const)
    log.onUpstream({ at: 0, what: '/stocks/quotes', status, ms: 12 });
  await log.flushLines();
  const refused = "The service refuses the gateway's key (401): name the right one with --key-file or MD_KEY";
  expect(said).toEqual([refused, "The service takes the gateway's key again", refused]);
});

describe('the audit', () => {
  const AT = Date.parse('2026-11-23T09:00:00Z');
  const FIELDS = ['version', 'time', 'event', 'who', 'id', 'from', 'what', 'path', 'symbols', 'result', 'reason'];

  test('says that lines are missing if a disk was too slow to write them', async () => {
    const file = path.join(folder, 'slow');
    const said: string[] = [];
    const audit = new Log({ log: '/dev/null', audit: file }, (text) => said.push(text));
    // All in one event, in which no disk can write.
    for (let count = 0; count < 25_000; count++) audit.onInbound(REQUEST);
    await audit.flushLines();
    expect(linesIn(file).length).toBeLessThan(25_000);
    expect(said).toEqual([
      'The audit cannot be written: the disk is too slow',
      'The audit is written again; lines are missing',
    ]);
  });

  test('has one line for each request, always with the same fields, however little is known of the request', async () => {
    const file = path.join(folder, 'audit');
    const audit = new Log(
      { log: '/dev/null', audit: file },
      () => undefined,
      () => AT,
    );
    audit.onInbound({
      ...REQUEST,
      person: 'ann@firm.example',
      id: '4f0c',
      address: '10.0.0.7',
      answered: { status: 200, body: '{"items":[]}', count: 3 },
    });
    audit.onInbound({ person: undefined, operation: undefined, ms: 1, answered: { status: 404, body: '' } });
    const answered = { status: 401, body: '', reason: 'no token' };
    audit.onInbound({ ...REQUEST, person: undefined, address: '10.0.0.8', answered });
    await audit.flushLines();
    const [known, bare, refused] = linesIn(file);
    expect(known).toEqual({
      version: 1,
      time: '2026-11-23T09:00:00.000Z',
      event: 'request',
      who: 'ann@firm.example',
      id: '4f0c',
      from: '10.0.0.7',
      what: 'GET /stocks/{symbol}/scores',
      path: '/api/stocks/AAPL/scores',
      symbols: 3,
      result: 200,
      reason: null,
    });
    expect(refused).toMatchObject({ event: 'refusal', who: null, from: '10.0.0.8', result: 401, reason: 'no token' });
    expect(Object.keys(bare!)).toEqual(FIELDS);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('has every request of known people, and counts excess refusals instead of listing them', async () => {
    const file = path.join(folder, 'many');
    const audit = new Log(
      { log: '/dev/null', audit: file },
      () => undefined,
      () => AT,
    );
    const answered = { status: 401, body: '', reason: 'no token' };
    for (let count = 0; count < 200; count++) {
      audit.onInbound({ ...REQUEST, address: '10.0.0.7' });
      audit.onInbound({ ...REQUEST, person: undefined, address: '10.0.0.8', answered });
    }
    await audit.flushLines();
    const lines = linesIn(file);
    const ofEvent = (event: string): unknown[] => lines.filter((line) => line.event === event);
    expect([ofEvent('request').length, ofEvent('refusal').length]).toEqual([200, 5]);
    expect(ofEvent('left out')).toEqual([
      { version: 1, time: '2026-11-23T09:00:00.000Z', event: 'left out', count: 195 },
    ]);
  });

  test('has exactly the fields that docs/gateway.md describes', () => {
    const [, row = ''] =
      /\| field \| meaning \|\n\|[-|]+\n((?:\|.*\n)+)/.exec(readFileSync('docs/gateway.md', 'utf8')) ?? [];
    expect([...row.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(FIELDS);
  });
});

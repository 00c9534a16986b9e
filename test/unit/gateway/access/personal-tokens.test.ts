import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEFAULT_GROUPS } from '../../../../src/gateway/access/groups';
import { runTokenCommand } from '../../../../src/gateway/command/token-command';
import { People } from '../../../../src/gateway/access/people';
import { makeToken, TokenFile } from '../../../../src/gateway/access/personal-tokens';

const folder = mkdtempSync(path.join(tmpdir(), 'md-token-file-'));

describe('a file of tokens', () => {
  test('is created with the first token', async () => {
    const file = new TokenFile(path.join(folder, 'new.json'));
    const { record } = makeToken('ann', {});
    await file.writeToken(record);
    expect(await file.readTokens()).toEqual({ records: [record], unreadable: [] });
  });

  test('is readable for its own user alone, and for others whom its operator has allowed', async () => {
    const name = path.join(folder, 'shared.json');
    const file = new TokenFile(name);
    await file.writeToken(makeToken('ann', {}).record);
    const { mode: alone, uid, gid } = statSync(name);
    // Only root can give it to the user of the gateway.
    const user = process.getuid?.() === 0 ? 1 : uid;
    chownSync(name, user, gid);
    chmodSync(name, 0o640);
    await file.writeToken(makeToken('ben', {}).record);
    const { mode, uid: owner } = statSync(name);
    expect([alone & 0o777, mode & 0o777, owner]).toEqual([0o600, 0o640, user]);
  });

  test('is changed where it lies, also by the name of a link to it, which stays a link', async () => {
    const [name, link] = ['real.json', 'link.json'].map((one) => path.join(folder, one)) as [string, string];
    symlinkSync(name, link);
    await runTokenCommand(['add', 'ann', '--tokens', name], {});
    await runTokenCommand(['revoke', 'ann', '--tokens', link], {});
    const { records } = await new TokenFile(name).readTokens();
    expect([lstatSync(link).isSymbolicLink(), records[0]?.revoked]).toEqual([true, expect.any(String)]);
  });

  // As a container sees a file that is mounted alone.
  (existsSync('/proc/self/fd') ? test : test.skip)(
    'says so if another has taken its place and only the old one is mounted',
    async () => {
      const name = path.join(folder, 'mounted.json');
      const { record } = makeToken('ann', {});
      await new TokenFile(name).writeToken(record);
      const mounted = `/proc/self/fd/${openSync(name, 'r')}`;
      expect(await new TokenFile(mounted).readTokens()).toEqual({ records: [record], unreadable: [] });
      await runTokenCommand(['revoke', 'ann', '--tokens', name], {});
      expect(await new TokenFile(mounted).readTokens()).toEqual({
        records: [record],
        unreadable: [],
        remark: `--tokens: ${mounted} was replaced, but only the old file is mounted: mount its folder`,
      });
    },
  );

  test('is read with the mark that editors write at its start, and with the line ends of Windows', async () => {
    const name = path.join(folder, 'mark.json');
    const { record } = makeToken('ann', {});
    writeFileSync(name, `\ufeff${JSON.stringify([record], null, 2).replaceAll('\n', '\r\n')}\r\n`);
    expect(await new TokenFile(name).readTokens()).toEqual({ records: [record], unreadable: [] });
  });

  const barred = { barred: '2026-11-20T00:00:00Z' };
  test.each<[string, object[]]>([
    ['before a second record of the name', [{ name: 'ann', hash: '', added: '2026-11-20', ...barred }, {}]],
    ['after a second record of the name', [{}, { name: 'ann', hash: '', added: '2026-11-20', ...barred }]],
    ['without the fields of a token', [{}, { name: 'ann', ...barred }]],
    ['as true, written by hand', [{}, { name: 'ann', barred: true }]],
    ['in other letters', [{}, { name: 'ANN', hash: '', added: '2026-11-20', ...barred }]],
  ])('with a bar %s lets that person in by no way', async (_, entries) => {
    const name = path.join(folder, 'bars.json');
    const { token, record } = makeToken('ann', {});
    writeFileSync(name, JSON.stringify(entries.map((entry) => ('name' in entry ? entry : record))));
    const people = new People(new TokenFile(name), DEFAULT_GROUPS, true);
    await people.startWatching();
    people.stopWatching();
    // A second record of a name replaces the first one's token.
    expect([403, 401]).toContain((people.findPerson(token) as { status?: number }).status);
    expect(people.findSignedInByProxy({ id: 'Ann' })).toMatchObject({ status: 403 });
    const written = entries.map((entry) => (entry as { name?: string }).name).find((one) => one !== undefined)!;
    await runTokenCommand(['unbar', written, '--tokens', name], {});
    await people.startWatching();
    people.stopWatching();
    expect(people.findSignedInByProxy({ id: 'Ann' })).toMatchObject({ name: 'Ann' });
  });

  test('bars a person and lets them in again in whatever spelling: no new token, and no bar that stays', async () => {
    const name = path.join(folder, 'spelt.json');
    const [token] = await runTokenCommand(['add', 'Ann', '--tokens', name], {});
    await runTokenCommand(['bar', 'ann', '--tokens', name], {});
    await runTokenCommand(['bar', 'ANN', '--tokens', name], {});
    const people = new People(new TokenFile(name), DEFAULT_GROUPS, true);
    const found = async (): Promise<unknown> => {
      await people.startWatching();
      people.stopWatching();
      return people.findPerson(token!);
    };
    expect(await found()).toMatchObject({ status: 403 });
    await expect(runTokenCommand(['add', 'Ann', '--tokens', name], {})).rejects.toThrow(
      'Ann is barred: a token is of no use before "token unbar Ann"',
    );
    expect(await runTokenCommand(['unbar', 'Ann', '--tokens', name], {})).toEqual(['Ann: no longer barred']);
    expect(await found()).toMatchObject({ name: 'Ann' });
    await expect(runTokenCommand(['unbar', 'Ann', '--tokens', name], {})).rejects.toThrow(
      'Nobody called "Ann" is barred',
    );
  });

  test('bars a name however its accents are written', async () => {
    const name = path.join(folder, 'accents.json');
    await runTokenCommand(['bar', 'jo\u0308rg', '--tokens', name], {});
    const people = new People(new TokenFile(name), DEFAULT_GROUPS, true);
    await people.startWatching();
    people.stopWatching();
    expect(people.findSignedInByProxy({ id: 'J\u00f6rg' })).toMatchObject({ status: 403 });
  });

  test('loses no token of two that are added at once: the second is told to try again', async () => {
    const name = path.join(folder, 'twice.json');
    const results = await Promise.allSettled(
      ['ann', 'ben'].map((who) => new TokenFile(name).writeToken(makeToken(who, {}).record)),
    );
    const { records } = await new TokenFile(name).readTokens();
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect([records.length + refused.length, refused]).toEqual([
      2,
      [`StartError: --tokens: another command is changing ${name}: try again, or remove ${name}.new if there is none`],
    ]);
    await new TokenFile(name).writeToken(makeToken('eve', {}).record);
  });

  test('with a record that cannot be read still allows the other tokens, keeps that record, and names it', async () => {
    const name = path.join(folder, 'one-broken.json');
    const { record } = makeToken('ann', {});
    const broken = { name: 'ben', hash: 7 };
    writeFileSync(name, JSON.stringify([record, broken, 'no record']));
    const file = new TokenFile(name);
    expect(await file.readTokens()).toEqual({ records: [record], unreadable: ['ben', 'record 3'] });
    await file.writeToken({ ...record, revoked: '2026-11-20' });
    expect(JSON.parse(readFileSync(name, 'utf8'))).toEqual([broken, 'no record', { ...record, revoked: '2026-11-20' }]);
  });

  test.each<[string, object]>([
    ['groups that are no list', { groups: 'fx' }],
    ['groups that are no texts', { groups: [7] }],
    ['no hash', { hash: undefined }],
    ['a last day that is no text', { expires: 7 }],
    ['a revocation that is no text', { revoked: true }],
  ])('with a record that has %s lets nobody in by that record', async (_, wrong) => {
    const name = path.join(folder, 'wrong.json');
    writeFileSync(name, JSON.stringify([{ ...makeToken('ann', {}).record, ...wrong }]));
    expect(await new TokenFile(name).readTokens()).toEqual({ records: [], unreadable: ['ann'] });
  });

  test('decides alone who is let in: a deleted person is refused, and a restored older copy counts again', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const [ann, ben] = [makeToken('ann', {}), makeToken('ben', {})];
    let records = [ann.record, { ...ben.record, revoked: '2099-01-01' }];
    const storage = { readTokens: () => Promise.resolve({ records, unreadable: [] }) };
    const people = new People(storage, DEFAULT_GROUPS, true);
    await people.startWatching();
    records = [ben.record];
    await jest.advanceTimersByTimeAsync(1_000);
    expect(people.findPerson(ann.token)).toMatchObject({ reason: 'unknown token' });
    expect(people.findPerson(ben.token)).toBe(ben.record);
    people.stopWatching();
    jest.useRealTimers();
  });

  test('on a disk that does not answer is read no second time meanwhile, and the known tokens stay valid', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const { token, record } = makeToken('ann', {});
    let answer = (): void => undefined;
    const readTokens = jest.fn(() => Promise.resolve({ records: [record], unreadable: [] }));
    const people = new People({ readTokens }, DEFAULT_GROUPS, true);
    await people.startWatching();
    readTokens.mockImplementation(
      () => new Promise((resolve) => (answer = () => resolve({ records: [], unreadable: [] }))),
    );
    await jest.advanceTimersByTimeAsync(20_000);
    expect(readTokens).toHaveBeenCalledTimes(2);
    expect(people.findPerson(token)).toBe(record);
    answer();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(readTokens).toHaveBeenCalledTimes(3);
    expect(people.findPerson(token)).toMatchObject({ reason: 'unknown token' });
    people.stopWatching();
    jest.useRealTimers();
  });

  /** The people of a file that a test harms, and what was said; the next reading comes a second later. */
  async function openFile(name: string) {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const path = `${folder}/${name}`;
    const file = new TokenFile(path);
    const { token, record } = makeToken('ann', {});
    await file.writeToken(record);
    const read = jest.spyOn(file, 'readTokens');
    const said: string[] = [];
    const people = new People(file, DEFAULT_GROUPS, true, { say: (text) => said.push(text) });
    await people.startWatching();
    const later = async (): Promise<void> => {
      jest.advanceTimersByTime(2_000);
      await Promise.allSettled(read.mock.results.map(({ value }) => value as Promise<unknown>));
      await new Promise(setImmediate);
    };
    const end = (): void => {
      people.stopWatching();
      jest.useRealTimers();
    };
    return { path, token, record, people, said, later, end };
  }

  test.each(['[{', '{}', 'null', '"text"', '{"records":[]}', '[{"name":"ann"}'])(
    'that holds %j leaves the known tokens valid, and says so once',
    async (text) => {
      const { path: name, token, record, people, said, later, end } = await openFile('broken.json');
      writeFileSync(name, text);
      await later();
      await later();
      expect(people.findPerson(token)).toEqual(record);
      expect(said).toEqual([
        expect.stringMatching(/^--tokens: .*broken\.json does not hold tokens.*; what was known of it counts$/),
      ]);
      expect(people.state.unreadable).toBe(1);
      end();
      rmSync(name);
    },
  );

  test.each<[string, (file: string) => void, string]>([
    ['is missing', (file) => rmSync(file), 'there is no '],
    ['is empty', (file) => writeFileSync(file, ' \n'), ' is empty'],
    ['has a list of nobody', (file) => writeFileSync(file, '[]'), ''],
  ])('that %s lets nobody in until it lists people again', async (_, harm, sentence) => {
    const { path: name, token, record, people, said, later, end } = await openFile('away.json');
    harm(name);
    await later();
    expect(people.findPerson(token)).toMatchObject({ reason: 'unknown token' });
    expect(people.state).toMatchObject({ inForce: 0, unreadable: 0 });
    expect(said.join()).toContain(sentence);
    expect(said).toHaveLength(sentence === '' ? 0 : 1);
    writeFileSync(name, JSON.stringify([record]));
    await later();
    expect(people.findPerson(token)).toEqual(record);
    end();
    rmSync(name);
  });
});

describe('the command of tokens', () => {
  test('shows names and groups without the characters that control a terminal', async () => {
    const name = path.join(folder, 'control.json');
    const { record } = makeToken('ann', {});
    const bad = '\u001b]0;owned\u0007\nben';
    writeFileSync(
      name,
      JSON.stringify([
        { ...record, name: bad },
        { ...record, groups: [bad] },
        { name: bad, hash: 7 },
      ]),
    );
    const lines = await runTokenCommand(['list', '--tokens', name], {});
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).not.toMatch(/[^\P{Cc}\t]/u);
  });

  test('reports a token as revoked only if the file then has the change', async () => {
    const name = path.join(folder, 'twice-changed.json');
    await runTokenCommand(['add', 'ann', '--tokens', name], {});
    const before = readFileSync(name, 'utf8');
    let count = 0;
    const spy = jest.spyOn(TokenFile.prototype, 'readTokens').mockImplementation(() => {
      // Another program puts an older copy there, right after it was written.
      if (++count === 2) writeFileSync(name, before);
      return Promise.resolve({ records: JSON.parse(readFileSync(name, 'utf8')) as [], unreadable: [] });
    });
    await expect(runTokenCommand(['revoke', 'ann', '--tokens', name], {})).rejects.toThrow(
      'does not say what was written there',
    );
    spy.mockRestore();
  });
});

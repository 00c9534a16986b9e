import { readCommand } from '../../../src/sandbox/command-line';

describe('the command line', () => {
  test('needs no flags', () => expect(readCommand([])).toEqual({ port: 4010, latencyMs: 0, seed: '1', faults: [] }));

  test('accepts every flag, and --fault repeatedly', () => {
    expect(
      readCommand(['--port', '0', '--latency=50', '--seed', 'spring', '--fault', 'html,reset', '--fault', 'empty']),
    ).toEqual({
      port: 0,
      latencyMs: 50,
      seed: 'spring',
      faults: [{ kind: 'html' }, { kind: 'reset' }, { kind: 'empty' }],
    });
  });

  test.each([
    [['--port', 'abc'], '--port: "abc" is not a whole number from 0 to 65535'],
    [['--port', '65536'], '--port: "65536" is not a whole number from 0 to 65535'],
    [['--port=-1'], '--port: "-1" is not a whole number from 0 to 65535'],
    [['--latency', '1.5'], '--latency: "1.5" is not a whole number of 0 or more'],
    [['--port'], '--port needs a value'],
    [['--prot', '1'], '--prot is not known: use --port, --latency, --seed, --fault'],
    [['-p', '1'], '-p is not known: use --port, --latency, --seed, --fault'],
    [['4010'], '"4010" is not a flag: use --port, --latency, --seed, --fault'],
    [['--fault', 'status:99'], '--fault: "status:99": "99" is not a number from 200 to 599'],
  ])('refuses %j in one line that names the flag', (args, message) => {
    expect(() => readCommand(args)).toThrow(expect.objectContaining({ name: 'FlagError', message }) as Error);
  });
});

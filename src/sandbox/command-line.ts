import { parseArgs } from 'node:util';
import { type Fault, parseFaults } from './faults/fault';
import { messageOf } from '../core/basics';

interface Command {
  readonly port: number;
  readonly latencyMs: number;
  readonly seed: string;
  readonly faults: readonly Fault[];
}

/** A flag that is unknown or invalid. The message is one line that names it. */
export class FlagError extends Error {
  override readonly name = 'FlagError';
}

const DEFAULT_PORT = '4010';
const HIGHEST_PORT = 65_535;

const OPTIONS = {
  port: { type: 'string', default: DEFAULT_PORT },
  latency: { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
  fault: { type: 'string', multiple: true, default: [] as string[] },
} as const;

const FLAGS = Object.keys(OPTIONS)
  .map((name) => `--${name}`)
  .join(', ');

/** Reads `--port N --latency MS --seed S --fault SPEC`. `--fault` may be repeated, or hold a comma-separated list. */
export function readCommand(words: readonly string[]): Command {
  const { tokens } = parseArgs({ args: [...words], options: OPTIONS, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') throw new FlagError(`"${token.value}" is not a flag: use ${FLAGS}`);
    if (token.kind !== 'option') continue;
    if (!(token.name in OPTIONS)) throw new FlagError(`${token.rawName} is not known: use ${FLAGS}`);
    if (token.value === undefined || token.value === '') throw new FlagError(`${token.rawName} needs a value`);
  }
  const { values } = parseArgs({ args: [...words], options: OPTIONS });
  return {
    port: wholeNumber('--port', values.port, HIGHEST_PORT),
    latencyMs: wholeNumber('--latency', values.latency, Number.MAX_SAFE_INTEGER),
    seed: values.seed,
    faults: values.fault.flatMap(readFaults),
  };
}

function wholeNumber(flag: string, text: string, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max)
    throw new FlagError(
      `${flag}: "${text}" is not a whole number ${max === HIGHEST_PORT ? `from 0 to ${max}` : 'of 0 or more'}`,
    );
  return value;
}

function readFaults(text: string): readonly Fault[] {
  try {
    return parseFaults(text);
  } catch (error) {
    throw new FlagError(`--fault: ${messageOf(error)}`, { cause: error });
  }
}

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { builtAddIn } from '../built';

const PEERS = join(process.cwd(), 'test/bench/peers');
const CACHE = join(process.cwd(), 'node_modules/.cache/bench/peers');

export interface Contender {
  readonly name: string;
  /** The folder that is served. */
  readonly addIn: string;
  /** Of the script that cells wait for, gzip, in bytes. */
  readonly scriptBytes: number;
  /** Those that send a request for every cell take minutes: they run once. */
  readonly isSlow: boolean;
}

const FILES = [
  { name: 'one fetch a cell', file: 'one-fetch-a-cell.js', isSlow: true },
  { name: 'a request for each call (xlwings)', file: 'call-by-call.js', isSlow: true },
  { name: "Microsoft's batching sample", file: 'microsoft-batching.js', isSlow: true },
  { name: "a good engineer's batch", file: 'good-batch.js', isSlow: false },
];

export const OURS = 'MD for Excel';

/** All contenders, ours last, each with the same office.js. */
export const contenders = (): Contender[] => [
  ...FILES.map(({ name, file, isSlow }) => peer(name, file, isSlow)),
  { name: OURS, addIn: builtAddIn(), scriptBytes: gzipOf(join(builtAddIn(), 'functions.js')), isSlow: false },
];

function peer(name: string, file: string, isSlow: boolean): Contender {
  const addIn = join(CACHE, file.replace('.js', ''));
  rmSync(addIn, { recursive: true, force: true });
  mkdirSync(addIn, { recursive: true });
  for (const common of ['functions.json', 'taskpane.html']) cpSync(join(PEERS, common), join(addIn, common));
  cpSync(join(builtAddIn(), 'office-js'), join(addIn, 'office-js'), { recursive: true });
  const script = join(addIn, 'functions.js');
  writeFileSync(script, ['service.js', file].map((part) => readFileSync(join(PEERS, part), 'utf8')).join('\n'));
  return { name, addIn, scriptBytes: gzipOf(script), isSlow };
}

const gzipOf = (path: string): number => gzipSync(readFileSync(path)).length;

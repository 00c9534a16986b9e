import { spawn } from 'node:child_process';
import { scripts } from '../../../package.json';

test.each(['start', 'dev', 'sandbox', 'gateway'] as const)('npm run %s ends with the shell that npm started', (name) =>
  expect(scripts[name]).toContain(' --import ./src/build/end-with-npm.ts '),
);

// Windows has no such shell.
const onPosix = process.platform === 'win32' ? test.skip : test;

onPosix('a process ends when the shell that started it is gone', async () => {
  const command = `"${process.execPath}" --import tsx --import ./src/build/end-with-npm.ts -e "setInterval(() => {}, 9); console.log('up')" & wait`;
  const shell = spawn('sh', ['-c', command], { env: { ...process.env, npm_lifecycle_event: 'dev' } });
  await new Promise((resolve) => shell.stdout.once('data', resolve));
  // It holds the shell's output until it has ended too.
  const ended = new Promise((resolve) => shell.stdout.once('close', resolve));
  shell.kill('SIGKILL');
  await ended;
});

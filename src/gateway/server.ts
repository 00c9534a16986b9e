import { readOptions, useProxy } from './command/options';
import { startGateway } from './command/start';
import { runTokenCommand } from './command/token-command';
import { StartError } from './errors';

const USAGE = `npm run gateway -- --sandbox                          the add-in and a simulated service: no key, no network
npm run gateway -- --service URL --key-file PATH      the add-in and a service, from one address
npm run gateway -- token add NAME --tokens FILE       a personal token, printed once; also: token list, revoke, bar, unbar
npm run check -- --service URL --key-file PATH        does the service do what the add-in expects?
docs/gateway.md describes every option.`;

const say = (text: string): void => console.error(`Gateway: ${text}`);

async function main(words: readonly string[]): Promise<void> {
  if (words.includes('--help') || ['-h', 'help'].includes(words[0] ?? '')) {
    console.log(USAGE);
    return;
  }
  if (words[0] === 'token') {
    for (const line of await runTokenCommand(words.slice(1), process.env, say)) console.log(line);
    return;
  }
  const options = readOptions(words, process.env);
  await useProxy(process.env, say);
  const starting = startGateway(options, process.env, say);
  // In a terminal the signal means that it was closed. Elsewhere it may come before the gateway is ready.
  if (!process.stdin.isTTY) process.on('SIGHUP', () => void starting.then((running) => running.reload(), Boolean));
  const running = await starting;
  process.on('uncaughtException', (error) => {
    say('it ended by a fault of its own; its log says where');
    void running.noteFault(error).then(() => process.exit(1));
  });
  const end = (): void => void running.close().then(() => process.exit(0));
  // A second Ctrl+C means that the user does not want to wait.
  process.once('SIGINT', end);
  // A supervisor may send the signal twice: directly, and through the shell that npm has started.
  process.on('SIGTERM', end);
  // Whoever reads this may send a signal at once.
  console.log(`Gateway: ${running.url}`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = error instanceof StartError;
  console.error(`Gateway: ${isExpected ? error.message : 'it could not start; this is a fault of the gateway'}`);
  if (!isExpected && process.env.MD_DEBUG !== undefined) console.error(error);
  process.exit(1);
});

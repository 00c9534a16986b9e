import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 250;

/**
 * Loaded before the commands that run until they are told to end. npm hands SIGTERM on to the shell that it started,
 * and many shells then end without telling this process. So this process ends by itself when that shell is gone, in the
 * same way as when it gets the signal.
 */
if (isMainThread && process.env.npm_lifecycle_event !== undefined) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, EVERY_MS);
  watch.unref();
}

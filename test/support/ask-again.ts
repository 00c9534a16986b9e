import type { Session } from '../../src/app/session';

const times = new WeakMap<Session, { notBefore: number }>();

/** Lets cells ask the service again from now on, however fresh the answers are, as a refresh of every cell does. */
export function askAgain(session: Session): void {
  const time = times.get(session);
  if (time !== undefined) {
    time.notBefore = session.now();
    return;
  }
  const first = { notBefore: session.now() };
  times.set(session, first);
  session.cells.watch({ beginCall: () => undefined, endCall: () => undefined, notBefore: () => first.notBefore });
}

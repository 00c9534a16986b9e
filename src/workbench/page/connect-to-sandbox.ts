import type { Session } from '../../app/session';

const LAST_SANDBOX = 'last-sandbox';
/** The key for the sandbox, which accepts every key except "invalid". */
const DEMO_KEY = 'demo';

/**
 * Makes everything work at once: stores the sandbox's key on the first visit (a key that was removed later stays
 * removed), and follows the sandbox if it has been started on another port.
 */
export async function connectToSandbox(session: Session): Promise<void> {
  await session.ready;
  const { storage, defaultServiceAddress } = session.host;
  const lastSandbox = await storage.getItem(LAST_SANDBOX);
  if (lastSandbox === defaultServiceAddress) return;
  await storage.setItem(LAST_SANDBOX, defaultServiceAddress);
  if (lastSandbox === null && session.settings.apiKey === '') await session.save({ apiKey: DEMO_KEY });
  if (session.settings.serviceAddress === lastSandbox) await session.save({ serviceAddress: '' });
}

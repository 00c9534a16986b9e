import fc from 'fast-check';
import { testConnection } from '../../src/app/account';
import { Session } from '../../src/app/session';
import { KEY_HEADER } from '../support/published-fields';
import { createMemoryHost } from '../support/memory-host';
import { show } from '../support/evaluate';

const PAGE = 'https://addin.test';
const ADDRESSES = ['https://one.test', 'https://one.test/v2', 'https://two.test', 'http://localhost:8080', ''];

type Step =
  | { readonly does: 'enter' | 'test'; readonly key: string; readonly address: string }
  | { readonly does: 'enter key'; readonly key: string }
  | { readonly does: 'move'; readonly address: string }
  | { readonly does: 'remove key' | 'set area' | 'take over' | 'calculate' }
  | { readonly does: 'reopen'; readonly page: 'no gateway' | 'token' | 'none' };

const key = fc.constantFrom('first-key', 'second-key', 'third-key');
const address = fc.constantFrom(...ADDRESSES);
const step = fc.oneof(
  fc.record({ does: fc.constantFrom('enter' as const, 'test' as const), key, address }),
  fc.record({ does: fc.constant('enter key' as const), key }),
  fc.record({ does: fc.constant('move' as const), address }),
  fc.record({
    does: fc.constantFrom('remove key' as const, 'set area' as const, 'take over' as const, 'calculate' as const),
  }),
  fc.record({
    does: fc.constant('reopen' as const),
    page: fc.constantFrom('no gateway' as const, 'token' as const, 'none' as const),
  }),
);

/** Two workbooks of one user, whose settings lie in one storage. The page's server may become a gateway at any time. */
class TwoWorkbooks {
  readonly #host = createMemoryHost({ apiKey: '', serviceAddress: '' });
  readonly #allowed = new Set<string>();
  readonly leaks: string[] = [];
  #gateway: 'no gateway' | 'token' | 'none' = 'no gateway';
  #sessions: Session[] = [];

  async take(which: number, step: Step): Promise<void> {
    const session = this.#sessions[which] ?? (await this.#open(which));
    switch (step.does) {
      case 'enter':
      case 'test': {
        const target = session.gateway?.address ?? (step.address || ADDRESSES[0]!);
        this.#allow(step.key, target);
        const entered = { apiKey: step.key, serviceAddress: target };
        if (step.does === 'test') await testConnection(entered, session);
        else await session.save(session.gateway ? { apiKey: step.key, serviceAddress: '' } : entered);
        return;
      }
      case 'enter key':
        if (session.settings.serviceAddress === '') return;
        this.#allow(step.key, session.settings.serviceAddress);
        return session.save({ apiKey: step.key });
      case 'move':
        return session.save({ serviceAddress: step.address });
      case 'remove key':
        return session.save({ apiKey: '' });
      case 'set area':
        return session.save({ area: session.settings.area === 'crypto' ? 'stocks' : 'crypto' });
      case 'take over':
        return session.takeOver();
      case 'calculate':
        await show(session, 'QUOTE', 'EURUSD');
        return;
      case 'reopen':
        this.#gateway = step.page;
        await this.#open(which);
    }
  }

  #allow(key: string, address: string): void {
    this.#allowed.add(`${key} ${originOf(address)}`);
  }

  async #open(which: number): Promise<Session> {
    const fetch = ((input: Request | string) => {
      const request = new Request(input);
      const sent = request.headers.get(KEY_HEADER);
      const { origin, pathname } = new URL(request.url);
      if (sent !== null && !this.#allowed.has(`${sent} ${origin}`)) this.leaks.push(`${sent} went to ${origin}`);
      if (pathname === '/config.json' && this.#gateway !== 'no gateway')
        return Promise.resolve(Response.json({ serviceAddress: '/api', signIn: this.#gateway }));
      return Promise.resolve(new Response('', { status: 404 }));
    }) as typeof globalThis.fetch;
    const session = new Session({ ...this.#host, page: `${PAGE}/taskpane.html` }, { fetch, retryMs: 0 });
    await session.ready;
    this.#sessions[which] = session;
    return session;
  }
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address);

test('a key is sent to no other origin than the one that it was entered for, however key and address change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(0, 1), step), { maxLength: 12 }), async (steps) => {
      const workbooks = new TwoWorkbooks();
      for (const [which, one] of steps) {
        await workbooks.take(which, one);
        await workbooks.take(which, { does: 'calculate' });
      }
      expect(workbooks.leaks).toEqual([]);
    }),
  );
});

import type { People } from '../access/people';
import type { TokenRecord } from '../access/token';
import type { Quota } from '../memory/quota';

export interface AboutSources {
  /** The path of the public address, such as "/md"; empty where it has none. */
  readonly basePath?: string;
  readonly people: People;
  readonly version: string;
  readonly notices?: readonly string[];
  readonly quota: Quota;
  readonly quotesFreshMs: () => number;
}

/** What the gateway says of itself: to everybody, and to a person whom it knows. */
export class About {
  constructor(private readonly sources: AboutSources) {}

  /** What the add-in reads when it starts. */
  get config(): object {
    const { basePath = '', people, version } = this.sources;
    const signIn = people.isTokenNeeded ? 'token' : 'none';
    return { serviceAddress: `${basePath}/api`, signIn, version, notices: this.#notices };
  }

  /** What the pane shows of the gateway. */
  toPerson(visitor: TokenRecord | undefined): object {
    const { quota, quotesFreshMs } = this.sources;
    return {
      person: visitor?.name ?? null,
      groups: visitor?.groups ?? null,
      quotesFreshSeconds: quotesFreshMs() / 1000,
      quota: quota.today ?? null,
      notices: this.#notices,
    };
  }

  get #notices(): readonly string[] {
    const { notices = [], quota, quotesFreshMs } = this.sources;
    if (quota.stretch === 1) return notices;
    const seconds = Math.round(quotesFreshMs() / 1000);
    return [...notices, `The day's requests to the service are running short: quotes are kept for ${seconds} s`];
  }
}

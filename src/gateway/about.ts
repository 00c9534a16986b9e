import type { GatewayConfig, OpenIdConnect } from '../api/gateway-config';
import type { People, Person } from './access/people';
import type { Quota } from './service/quota';
import { describeInterface } from '../api/interface/description';
import { OPERATIONS } from '../api/operations';
import { MAX_LIST_LENGTH } from './cache/caches';

interface AboutSources {
  /** The path of the public address, such as "/md"; empty if it has none. */
  readonly basePath?: string;
  readonly people: People;
  readonly openIdConnect?: OpenIdConnect | undefined;
  readonly version: string;
  /** The operator's messages. */
  readonly notices?: () => readonly string[];
  readonly quota: Quota;
  readonly quotesFreshMs: () => number;
}

/** What the gateway tells about itself, to everybody and to a known person. */
export class About {
  constructor(private readonly sources: AboutSources) {}

  /** Read by the add-in at its start. */
  get config(): GatewayConfig {
    const { basePath = '', people, version, openIdConnect } = this.sources;
    const signIn = people.state.signIn ? 'oidc' : people.isTokenNeeded ? 'token' : 'none';
    return {
      serviceAddress: `${basePath}/api`,
      signIn,
      version,
      notices: this.#notices,
      ...(openIdConnect && { openIdConnect }),
    };
  }

  /** Shown in the pane. */
  toPerson(visitor: Person | undefined): object {
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
    const { notices, quota, quotesFreshMs } = this.sources;
    const own = notices?.() ?? [];
    if (quota.stretch === 1) return own;
    const seconds = Math.round(quotesFreshMs() / 1000);
    return [...own, `The day's requests to the service are running short: quotes are kept for ${seconds} s`];
  }
}

/** The gateway's interface as an OpenAPI document: lists of symbols may be longer than the service's. */
export const describeGateway = (): object =>
  describeInterface(
    OPERATIONS.map((operation) => ({
      ...operation,
      parameters: operation.parameters.map((parameter) =>
        parameter.name === operation.batchBy && parameter.maxLength !== undefined
          ? { ...parameter, maxLength: MAX_LIST_LENGTH }
          : parameter,
      ),
    })),
    {},
    'Market data gateway',
  );

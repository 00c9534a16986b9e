/** What a gateway tells the add-in at its start, before anybody has signed in: the file config.json beside its pages. */
export interface GatewayConfig {
  /** The path that stands for the service, such as "/api". */
  readonly serviceAddress: string;
  /** What a user needs: nothing, a personal token, or a sign-in with the firm's identity provider (or such a token). */
  readonly signIn: 'none' | 'token' | 'oidc';
  readonly version: string;
  /** The operator's messages to users. */
  readonly notices: readonly string[];
  /** How the pane signs in; without it, users bring tokens of the provider that another program has obtained. */
  readonly openIdConnect?: OpenIdConnect;
}

/**
 * The issuer and the client ID with which the add-in signs its user in, by OpenID Connect. The access token that it
 * gets goes to the gateway as "Authorization: Bearer …" or, like a personal token, as KEY_HEADER.
 */
export interface OpenIdConnect {
  /** The issuer, whose "/.well-known/openid-configuration" names its addresses. */
  readonly issuer: string;
  /** The add-in's name at the issuer. It has no secret. */
  readonly clientId: string;
  /** What to request, separated by spaces. */
  readonly scope: string;
  /** The token's audience: some issuers need it as "resource" or "audience" in the request. */
  readonly audience: string;
}

/** Microsoft's own issuers: Excel can sign in their users. */
const MICROSOFT = ['login.microsoftonline.com', 'login.microsoftonline.us', 'login.partner.microsoftonline.cn'];

export const isMicrosoft = ({ issuer }: OpenIdConnect): boolean => MICROSOFT.includes(new URL(issuer).hostname);

/**
 * How issuers learn the audience of a token. A resource is an address (RFC 8707). Microsoft's issuers take the audience
 * from the scope and refuse a resource.
 */
export const whomFor = (about: OpenIdConnect): Readonly<Record<string, string>> =>
  isMicrosoft(about)
    ? {}
    : { audience: about.audience, ...(URL.canParse(about.audience) && { resource: about.audience }) };

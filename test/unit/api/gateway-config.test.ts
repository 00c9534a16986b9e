import { isMicrosoft, whomFor } from '../../../src/api/gateway-config';

const issuedBy = (issuer: string, audience = 'https://md.example.com') => ({
  issuer,
  audience,
  clientId: 'md',
  scope: 'openid',
});

test.each([
  ['https://login.microsoftonline.com/a-tenant/v2.0', true],
  ['https://login.microsoftonline.us/a-tenant/v2.0', true],
  ['https://login.partner.microsoftonline.cn/a-tenant/v2.0', true],
  ['https://login.microsoftonline.com.example.com/v2.0', false],
  ['https://id.example.com/login.microsoftonline.com', false],
])('%s is one of Microsoft’s issuers: %s', (issuer, isTheirs) => expect(isMicrosoft(issuedBy(issuer))).toBe(isTheirs));

describe('the service that a token is for', () => {
  test('is named as the audience, and as the resource if it is an address', () => {
    expect(whomFor(issuedBy('https://id.example.com'))).toEqual({
      audience: 'https://md.example.com',
      resource: 'https://md.example.com',
    });
    expect(whomFor(issuedBy('https://id.example.com', 'market-data'))).toEqual({ audience: 'market-data' });
  });

  test('is not named to Microsoft’s issuers, which refuse a resource', () =>
    expect(whomFor(issuedBy('https://login.microsoftonline.com/a-tenant/v2.0'))).toEqual({}));
});

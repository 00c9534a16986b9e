import { statusPage } from '../../../src/gateway/watch/status-page';

test.each([
  [true, 'Nobody has sent a request yet.'],
  [false, 'Nobody needs a token here, so nobody is counted.'],
])('the status page says why it shows no people where tokens are needed: %s', async (isTokenNeeded, sentence) => {
  const page = statusPage({
    minutes: () => [],
    speaks: () => '',
    people: () => new Map(),
    isTokenNeeded: () => isTokenNeeded,
    quotes: () => 0,
    version: '1.0.0',
  });
  expect(await page.text()).toContain(`<p>${sentence}</p>`);
});

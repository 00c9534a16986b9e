import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');

/** What a build says that is given this address. */
function messageFor(addinUrl: string, mode = 'development'): string {
  const { stderr } = spawnSync(
    process.execPath,
    ['-e', `require('./webpack.config.js')({}, { mode: '${mode}' }).catch((error) => console.error(error.message))`],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ADDIN_URL: addinUrl } },
  );
  return stderr.trim();
}

describe('ADDIN_URL', () => {
  test.each([
    'http://example.com',
    'example.com/md',
    'https://example.com/md?v=1',
    'https://example.com/#top',
    'https://me:secret@example.com',
  ])('is refused when it is %s', (addinUrl) => {
    expect(messageFor(addinUrl)).toBe(
      `ADDIN_URL: "${addinUrl}" is not an https address without query, such as https://example.com/md`,
    );
  });

  test.each(['https://example.com', 'https://example.com/md/'])('may be %s', (addinUrl) => {
    expect(messageFor(addinUrl, 'production')).toBe('');
  });

  test('is missed by a build for other computers', () => {
    expect(messageFor('', 'production')).toBe(
      'The manifest leads to the development server, https://localhost:3443: set ADDIN_URL to where these files will be.',
    );
    expect(messageFor('')).toBe('');
  });
});

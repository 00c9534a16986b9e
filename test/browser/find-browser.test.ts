import { findBrowser, placesOf } from '../support/find-browser';

describe('the browser of the tests', () => {
  const linux = (...programs: string[]) => ({
    platform: 'linux' as const,
    arch: 'x64',
    env: { PATH: '/usr/bin' },
    isProgram: (file: string) => programs.includes(file),
  });
  const fromNpm = () => Promise.resolve({ executablePath: '.cache/chromium' });
  const none = () => Promise.reject(new Error('No browser was found'));

  it('is the one that CHROME names, whatever else is installed', async () => {
    const machine = { ...linux('/opt/mine', '/usr/bin/chromium-headless-shell'), env: { CHROME: '/opt/mine' } };
    expect(await findBrowser(machine, fromNpm)).toEqual({ executablePath: '/opt/mine' });
    await expect(findBrowser({ ...linux(), env: { CHROME: '/opt/mine' } }, fromNpm)).rejects.toThrow(
      'CHROME: "/opt/mine" is not a program: give the path of a Chrome, Chromium or Edge',
    );
  });

  it('is else the quickest: an installed headless shell, then the one from npm, then one with windows', async () => {
    const both = linux('/usr/bin/chromium', '/usr/bin/chromium-headless-shell');
    expect((await findBrowser(both, fromNpm)).executablePath).toBe('/usr/bin/chromium-headless-shell');
    const windowed = linux('/usr/bin/chromium');
    expect((await findBrowser(windowed, fromNpm)).executablePath).toBe('.cache/chromium');
    expect((await findBrowser(windowed, none)).executablePath).toBe('/usr/bin/chromium');
    await expect(findBrowser(linux(), none)).rejects.toThrow('No browser was found');
  });

  it('has windows with HEADED=1', async () => {
    const seen = { PATH: '/usr/bin', HEADED: '1' };
    const both = { ...linux('/usr/bin/chromium', '/usr/bin/chromium-headless-shell'), env: seen };
    expect((await findBrowser(both, fromNpm)).executablePath).toBe('/usr/bin/chromium');
    await expect(findBrowser({ ...linux('/usr/bin/chromium-headless-shell'), env: seen }, fromNpm)).rejects.toThrow(
      'HEADED=1 needs a Chrome, Chromium or Edge with windows',
    );
  });
});

describe('the places to look for a browser', () => {
  const isProgram = (): boolean => false;

  it('are the folders of the path on Linux', () => {
    expect(placesOf({ platform: 'linux', arch: 'x64', env: { PATH: '/usr/bin:/snap/bin' }, isProgram })).toEqual(
      expect.arrayContaining(['/usr/bin/google-chrome', '/snap/bin/chromium', '/usr/bin/microsoft-edge']),
    );
  });

  it('are the applications of the computer and of the user on a Mac', () => {
    expect(placesOf({ platform: 'darwin', arch: 'arm64', env: { HOME: '/Users/ann' }, isProgram })).toEqual(
      expect.arrayContaining([
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Users/ann/Applications/Chromium.app/Contents/MacOS/Chromium',
      ]),
    );
  });

  it('are the program folders on Windows', () => {
    expect(
      placesOf({ platform: 'win32', arch: 'x64', env: { 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' }, isProgram }),
    ).toContain('C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe');
  });
});

import { readBuildOptions } from '../../../src/build/options';

const LOCAL = 'https://localhost:3443';

describe('the options of a build', () => {
  test('are the development server and the CDN by default', () => {
    expect(readBuildOptions({}, {}, LOCAL)).toEqual({ addinUrl: LOCAL, officeJs: undefined });
  });

  test('are read from the environment', () => {
    expect(readBuildOptions({}, { ADDIN_URL: 'https://host.example/md/', OFFICE_JS: 'local' }, LOCAL)).toEqual({
      addinUrl: 'https://host.example/md',
      officeJs: 'local',
    });
  });

  test('are read from --env first, for shells that cannot set variables for one command', () => {
    const variables = { ADDIN_URL: 'https://other.example', OFFICE_JS: 'cdn' };
    expect(readBuildOptions({ addinUrl: 'https://host.example/md', officeJs: 'local' }, variables, LOCAL)).toEqual({
      addinUrl: 'https://host.example/md',
      officeJs: 'local',
    });
  });

  test('take an address of office.js, and refuse what Excel could not load it from', () => {
    const { officeJs } = readBuildOptions({}, { OFFICE_JS: 'https://cdn.example/office/1/office.js' }, LOCAL);
    expect(officeJs).toEqual(new URL('https://cdn.example/office/1/office.js'));
    expect(readBuildOptions({ officeJs: 'cdn' }, {}, LOCAL)).toEqual({ addinUrl: LOCAL, officeJs: undefined });
    expect(() => readBuildOptions({}, { OFFICE_JS: 'http://cdn.example/office.js' }, LOCAL)).toThrow(
      'OFFICE_JS: "http://cdn.example/office.js" is neither "local" nor the https address of an office.js, such as https://example.com/office.js',
    );
    expect(() => readBuildOptions({ officeJs: 'locl' }, {}, LOCAL)).toThrow('officeJs: "locl" is neither');
  });

  test('refuse names that are not known, but not those that webpack adds', () => {
    expect(() => readBuildOptions({ adinUrl: 'https://host.example' }, {}, LOCAL)).toThrow(
      '--env adinUrl is not known: use addinUrl, officeJs',
    );
    expect(readBuildOptions({ WEBPACK_SERVE: true }, {}, LOCAL)).toEqual({ addinUrl: LOCAL, officeJs: undefined });
  });

  test('name the option with an address that Excel would refuse', () => {
    expect(() => readBuildOptions({ addinUrl: 'http://host.example' }, {}, LOCAL)).toThrow(
      'addinUrl: "http://host.example" is not an https address without query, such as https://example.com/md',
    );
  });
});

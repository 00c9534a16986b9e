import { readBuildOptions } from '../../../src/build/options';

const LOCAL = 'https://localhost:3443';
const NOBODY = { name: undefined, support: undefined, dataService: undefined, terms: undefined };
const USUAL = { addinUrl: LOCAL, officeJs: undefined, hasAgentSkills: false, publisher: NOBODY, isDraft: false };

describe('the options of a build', () => {
  test('are the development server and the CDN by default', () =>
    expect(readBuildOptions({}, {}, LOCAL)).toEqual(USUAL));

  test('are read from the environment', () => {
    expect(
      readBuildOptions({}, { ADDIN_URL: 'https://host.example/md/', OFFICE_JS: 'local', AGENT_SKILLS: 'on' }, LOCAL),
    ).toEqual({ ...USUAL, addinUrl: 'https://host.example/md', officeJs: 'local', hasAgentSkills: true });
  });

  test('are read from --env first, for shells that cannot set variables for one command', () => {
    const variables = { ADDIN_URL: 'https://other.example', OFFICE_JS: 'cdn', AGENT_SKILLS: 'off' };
    const env = { addinUrl: 'https://host.example/md', officeJs: 'local', agentSkills: true };
    expect(readBuildOptions(env, variables, LOCAL)).toEqual({
      ...USUAL,
      addinUrl: 'https://host.example/md',
      officeJs: 'local',
      hasAgentSkills: true,
    });
  });

  test('name the publisher of the add-in', () => {
    const variables = { ADDIN_PUBLISHER: ' Sands ', ADDIN_SUPPORT: 'help@sands.example', ADDIN_DRAFT: 'on' };
    expect(readBuildOptions({ dataService: 'Prices Ltd' }, variables, LOCAL)).toEqual({
      ...USUAL,
      publisher: { ...NOBODY, name: 'Sands', support: 'help@sands.example', dataService: 'Prices Ltd' },
      isDraft: true,
    });
    expect(() => readBuildOptions({}, { ADDIN_PUBLISHER: 'x'.repeat(33) }, LOCAL)).toThrow(
      'more than the 32 characters',
    );
    expect(() => readBuildOptions({ support: 'call us' }, {}, LOCAL)).toThrow(
      'support: "call us" is neither an https address nor an e-mail address',
    );
  });

  test.each([
    'https://cdn.example/office.js?v=1',
    'https://cdn.example/office.js#1',
    'https://cdn.example/office.css',
    'cdn.example/office.js',
  ])('do not accept %s as an address of office.js', (address) => {
    expect(() => readBuildOptions({}, { OFFICE_JS: address }, LOCAL)).toThrow(`OFFICE_JS: "${address}" is neither`);
  });

  test('accept an address of office.js, and refuse one that Excel could not load', () => {
    const { officeJs } = readBuildOptions({}, { OFFICE_JS: 'https://cdn.example/office/1/office.js' }, LOCAL);
    expect(officeJs).toEqual(new URL('https://cdn.example/office/1/office.js'));
    expect(readBuildOptions({ officeJs: 'cdn' }, {}, LOCAL)).toEqual(USUAL);
    expect(() => readBuildOptions({}, { OFFICE_JS: 'http://cdn.example/office.js' }, LOCAL)).toThrow(
      'OFFICE_JS: "http://cdn.example/office.js" is neither "local" nor the https address of an office.js, such as https://example.com/office.js',
    );
    expect(() => readBuildOptions({ officeJs: 'locl' }, {}, LOCAL)).toThrow('officeJs: "locl" is neither');
  });

  test('refuse unknown names, except those that webpack adds', () => {
    expect(() => readBuildOptions({ adinUrl: 'https://host.example' }, {}, LOCAL)).toThrow(
      '--env adinUrl is not known: use addinUrl, officeJs, agentSkills, publisher, support, dataService, terms, draft',
    );
    expect(readBuildOptions({ WEBPACK_SERVE: true }, {}, LOCAL)).toEqual(USUAL);
  });

  test('put the skill for assistants into the package only for one of two words', () => {
    expect(readBuildOptions({ agentSkills: 'off' }, { AGENT_SKILLS: 'on' }, LOCAL).hasAgentSkills).toBe(false);
    expect(() => readBuildOptions({}, { AGENT_SKILLS: 'yes' }, LOCAL)).toThrow(
      'AGENT_SKILLS: "yes" is neither "on" nor "off"',
    );
  });

  test('name the option with an address that Excel would refuse', () => {
    expect(() => readBuildOptions({ addinUrl: 'http://host.example' }, {}, LOCAL)).toThrow(
      'addinUrl: "http://host.example" is not an https address without query, such as https://example.com/md',
    );
  });
});

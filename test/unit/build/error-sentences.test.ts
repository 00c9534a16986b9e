import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorSentences } from '../../../src/build/error-sentences';
import { HELP } from '../../../src/functions/generated/help-texts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'md-sentences-'));
  for (const room of ['core', 'api', 'app', 'functions', 'office']) mkdirSync(join(folder, room));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What is found in files of these texts. */
function found(files: Readonly<Record<string, string>>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return errorSentences(folder, []).map(({ code, sentence }) => `${code} ${sentence}`);
}

describe('the sentences of errors are read from the source:', () => {
  test('texts, with a mark for what is only known at run time', () => {
    const source = 'throw notAvailable(`The service has no hours of ${mic}: choose another exchange`);';
    expect(found({ 'core/a.ts': source })).toEqual(['#N/A The service has no hours of …: choose another exchange']);
  });

  test('each of several texts that a condition chooses from', () => {
    const source = "throw new CellError('#VALUE!', isOld ? 'The day is too early' : 'The day is too ' + 'late');";
    expect(found({ 'api/a.ts': source })).toEqual(['#VALUE! The day is too early', '#VALUE! The day is too late']);
  });

  test('the sentence about a wrong argument', () => {
    const source = "throw wrongArgument('limit', raw, 'a whole number');";
    expect(found({ 'functions/a.ts': source })).toEqual(['#VALUE! limit: … is not a whole number']);
  });

  test('what constants, tables and short functions of other files say', () => {
    expect(
      found({
        'core/words.ts': `export const PATH = 'a path of the service';
          export const unknown = (name: string): string => \`\${name} is not known here\`;
          const BY_STATUS = { 401: 'The key was refused by it', 404: 'The service does not know' };
          new CellError('#N/A', BY_STATUS[status] ?? 'It failed for a reason');`,
        'functions/a.ts': 'notAvailable(unknown(name)); notAvailable(`path: give ${PATH}`);',
      }),
    ).toEqual([
      '#N/A … is not known here',
      '#N/A It failed for a reason',
      '#N/A path: give a path of the service',
      '#N/A The key was refused by it',
      '#N/A The service does not know',
    ]);
  });

  test('the sentence that a class of errors has by itself', () => {
    const source = `class NothingError extends CellError {
      constructor(name: string, message = \`\${name} has nothing to show\`) { super('#N/A', message); }
    }`;
    expect(found({ 'api/a.ts': source })).toEqual(['#N/A … has nothing to show']);
  });

  test('but not a parameter that has the name of a constant in another file', () => {
    const sources = { 'core/a.ts': "const what = 'a wrong thing altogether';", 'core/b.ts': '' };
    sources['core/b.ts'] = 'const say = (what: string) => notAvailable(`The service sent us ${what}`);';
    expect(found(sources)).toEqual(['#N/A The service sent us …']);
  });

  test('but not a sentence that never reaches a cell', () => {
    const source = "throw new Error('This must never happen here'); console.log('Some words for us');";
    expect(found({ 'core/a.ts': source, 'taskpane/b.ts': "notAvailable('Only the pane says this');" })).toEqual([]);
  });
});

test('a function’s sentence about a wrong argument names that argument, and replaces the general sentence', () => {
  writeFileSync(join(folder, 'core/a.ts'), "throw wrongArgument(name, raw, 'TRUE or FALSE');");
  const sentences = errorSentences(folder, HELP).filter(({ sentence }) => sentence.endsWith('TRUE or FALSE'));
  expect(sentences).toHaveLength(1);
  expect(sentences[0]).toMatchObject({ code: '#VALUE!', sentence: 'headers: … is not TRUE or FALSE' });
  expect(sentences[0]!.functions).toEqual(expect.arrayContaining(['QUOTE', 'GET']));
});

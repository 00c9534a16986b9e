import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SKILL_FOLDER } from '../../src/build/skill';
import { HELP } from '../../src/functions/generated/help-texts';
import { version } from '../../package.json';
import english from '../../src/taskpane/texts/late/en.json';

const FOLDER = path.join(process.env.MD_ADD_IN ?? '', SKILL_FOLDER);
const read = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');
const skill = (): string => read('SKILL.md');
const reference = (): string => read('references/functions.md');

/** What stands between the lines of three dashes. */
const frontMatter = (): string => /^---\n(.*?)\n---\n/s.exec(skill())![1]!;
const description = (): string => JSON.parse(/^description: (.*)$/m.exec(frontMatter())![1]!) as string;

describe('the skill for assistants', () => {
  test('has the name of its folder, the version of the product and a description of the length that is allowed', () => {
    const name = /^name: (.*)$/m.exec(frontMatter())![1]!;
    expect(name).toBe(path.basename(SKILL_FOLDER));
    expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(frontMatter()).toContain(`version: "${version}"`);
    expect(frontMatter()).toContain('tags: "excel,');
    expect(description().length).toBeLessThanOrEqual(1_024);
  });

  test('is found by a word that people use for each function', () => {
    const isSaid = (word: string): boolean => new RegExp(`\\b${word}s?\\b`, 'i').test(description());
    const unsaid = HELP.filter(({ searchWords }) => !searchWords.en.split(', ').some(isSaid));
    expect(unsaid.map(({ declaration }) => declaration.id)).toEqual([]);
  });

  test('asks MD.USAGE first, and says the cost of each function in requests', () => {
    expect(/^1\. .*$/m.exec(skill())![0]).toContain('=MD.USAGE()');
    for (const { declaration, summary } of HELP) {
      const row = new RegExp(`^\\| \`MD\\.${declaration.id}\\(.*$`, 'm').exec(skill())?.[0] ?? '';
      const [, , gives, fills, requests] = row.split(/(?<!\\) ?\| ?/);
      expect([gives, fills]).toEqual([
        summary.replaceAll('|', '\\|'),
        declaration.result === 'matrix' ? 'a block of cells' : 'one cell',
      ]);
      expect(requests).toMatch(declaration.id === 'COMPLETE' ? /^none$/ : /^one /);
    }
  });

  test('says where formulas of MD cannot stand', () =>
    expect(skill()).toContain('Conditional formats and data validation take no custom functions'));

  test('names the button of the pane that translates formulas of other products', () =>
    expect(skill().replaceAll(/\s+/g, ' ')).toContain(`"${english.translate.start}"`));

  test('has every argument of every function, with its words', () => {
    for (const { declaration, parameters, examples } of HELP) {
      const part = reference()
        .split(/^## /m)
        .find((one) => one.startsWith(`MD.${declaration.id}\n`))!;
      for (const [name, { text, words = {} }] of Object.entries(parameters)) {
        expect(part).toContain(`- ${name}: ${text}`);
        for (const [word, meaning] of Object.entries(words)) expect(part).toContain(`- ${word}: ${meaning}`);
      }
      for (const { formula, gives } of examples) expect(part).toContain(`\`${formula}\` gives ${gives}`);
    }
  });

  test('has a size that assistants read completely, and links only to files beside it', () => {
    expect(skill().split(/\s+/).length).toBeLessThan(2_000);
    const links = [...skill().matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link!);
    expect(links).not.toEqual([]);
    expect(links.filter((link) => !existsSync(path.join(FOLDER, link)))).toEqual([]);
    // Microsoft's packages may have twenty files beside SKILL.md.
    expect(readdirSync(FOLDER, { recursive: true }).length).toBeLessThanOrEqual(20);
  });
});

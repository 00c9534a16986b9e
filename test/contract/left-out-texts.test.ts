import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { OPERATIONS } from '../../src/api/operations';
import { operationTextOf } from '../../src/api/operations.help';
import { HELP } from '../../src/functions/generated/help-texts';

const BUILD = process.env.MD_ADD_IN ?? '';
const read = (name: string): string => readFileSync(path.join(BUILD, name), 'utf8');
const named = (extension: string): string[] => readdirSync(BUILD).filter((name) => name.endsWith(extension));

describe('texts for functions.json, the help pages and the sandbox', () => {
  test.each(HELP.map((help) => [help.declaration.id, help] as const))(
    'are not in the scripts, for MD.%s',
    (_, { summary, returns, examples, parameters }) => {
      const texts = [
        summary,
        returns,
        ...examples.map(({ gives }) => gives),
        ...Object.values(parameters).map(({ text }) => text),
      ];
      const scripts = named('.js').map(read).join('\n');
      expect(texts.filter((text) => scripts.includes(text))).toEqual([]);
    },
  );

  test('are not in the scripts, for operations', () => {
    const scripts = named('.js').map(read).join('\n');
    expect(
      OPERATIONS.map((operation) => operationTextOf(operation).summary).filter((summary) =>
        scripts.includes(`"${summary}"`),
      ),
    ).toEqual([]);
  });
});

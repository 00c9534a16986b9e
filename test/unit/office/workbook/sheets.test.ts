import { addSheet } from '../../../../src/office/workbook/sheets';

test('a highlight compares a cell with a number, or with a text as a formula writes it', async () => {
  const rules: unknown[] = [];
  /** Whatever is done with it is done. */
  const anything = (): object =>
    new Proxy(() => undefined, {
      get: (_, name) => (name === 'then' ? undefined : anything()),
      apply: anything,
      set: (_, name, value) => name !== 'rule' || rules.push(value) > 0,
    });
  const worksheets = { load: () => worksheets, items: [], add: anything, getItem: anything };
  const workbook = { worksheets, protection: { load: () => ({ protected: false }) } };
  const highlights = [
    { block: 'B2:B9', when: 'equal', value: 'no "data"', tone: 'missing' },
    { block: 'B2:B9', when: 'greater', value: 4, tone: 'good' },
  ] as const;
  const context = { workbook, application: anything(), sync: () => Promise.resolve() };
  await addSheet(context as never, { name: 'Model', columnWidths: [], rows: [], highlights });
  expect(rules).toEqual([
    { formula1: '="no ""data"""', operator: 'EqualTo' },
    { formula1: '4', operator: 'GreaterThan' },
  ]);
});

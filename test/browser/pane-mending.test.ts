import { QUOTES, showCells, textsOf } from './pane-cells-page';
import { usePane } from './pane-page';

const pane = usePane();

const WRONG = [
  ['=MD.QUOTE("EURUSD=X")'],
  ['=MD.QUOTE("GBPUSD=X", "bid")'],
  ['=MD.HOURS("NYSE")'],
  ['=MD.QUOTE("EURUSD")'],
];

describe('errors with a suggestion', () => {
  test('can be fixed one by one, if something is suggested', async () => {
    await pane.open({ apiKey: 'mine', answer: QUOTES });
    await showCells(pane, WRONG);
    await pane.button('Fix Sheet1!B4').click();
    await pane.panel.getByText('1 cell corrected.').waitFor();
    expect(await pane.readFormulas('B2:B5')).toEqual([WRONG[0]![0], WRONG[1]![0], '=MD.HOURS("XNYS")', WRONG[3]![0]]);
    await pane.button('Fix Sheet1!B4').waitFor({ state: 'detached' });
    expect(await pane.button('Fix Sheet1!B5').count()).toBe(0);
  });

  test('can be fixed together with all others of their kind', async () => {
    await pane.open({ apiKey: 'mine', answer: QUOTES });
    await showCells(pane, WRONG);
    const [first] = await textsOf(pane, 'Cells');
    expect(first).toContain('EURUSD=X → EURUSD');
    await pane.button('Fix all 2 like it').first().click();
    await pane.panel.getByText('2 cells corrected.').waitFor();
    expect(await pane.readFormulas('B2:B3')).toEqual(['=MD.QUOTE("EURUSD")', '=MD.QUOTE("GBPUSD", "bid")']);
    await pane.panel.getByText('4 cells, 1 with an error').waitFor();
  });
});

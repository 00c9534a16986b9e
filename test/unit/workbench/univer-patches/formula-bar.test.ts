import type { Spreadsheet } from '../../../../src/workbench/sheet/spreadsheet';
import { followSelectedCell } from '../../../../src/workbench/univer-patches/patches';

const stateWith = (dataStream: string) => ({
  documentLayoutObject: { documentModel: { getBody: () => ({ dataStream }) } },
});

/** The engine's editor, beside which a cell gets another content. */
function selectedCell() {
  const cell = { now: '=A5\r\n', shown: '=A5\r\n', visible: { visible: false, eventType: 3 } };
  let notice: (command: { id: string }) => void = () => undefined;
  const editor = {
    isVisible: () => cell.visible,
    getLatestEditCellState: () => stateWith(cell.now),
    getEditCellState: () => stateWith(cell.shown),
    refreshEditCellState: jest.fn(() => (cell.shown = cell.now)),
  };
  const commands = { onCommandExecuted: (listener: typeof notice) => (notice = listener) };
  followSelectedCell({ serviceOf: () => editor, commands } as unknown as Spreadsheet);
  return { cell, editor, after: (id: string) => notice({ id }) };
}

let frames: (() => void)[] = [];
beforeEach(() => {
  frames = [];
  Object.assign(globalThis, { requestAnimationFrame: (frame: () => void) => frames.push(frame) });
});
afterAll(() => Reflect.deleteProperty(globalThis, 'requestAnimationFrame'));

describe('the formula bar', () => {
  test.each([
    'sheet.mutation.remove-rows',
    'sheet.mutation.insert-row',
    'sheet.mutation.move-range',
    'formula.mutation.set-formula-calculation-result',
  ])('shows what the selected cell has after %s, read once', (id) => {
    const { cell, editor, after } = selectedCell();
    cell.now = '=A4\r\n';
    after(id);
    after(id);
    for (const frame of frames) frame();
    expect(cell.shown).toBe('=A4\r\n');
    expect(editor.refreshEditCellState).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['nothing has changed in it', '=A5\r\n', false],
    ['somebody types', '=A4\r\n', true],
  ])('stays as it is while %s', (_, now, visible) => {
    const { cell, editor, after } = selectedCell();
    Object.assign(cell, { now });
    cell.visible.visible = visible;
    after('sheet.mutation.remove-rows');
    for (const frame of frames) frame();
    expect(editor.refreshEditCellState).not.toHaveBeenCalled();
  });

  test('shows the formula of a spill in each of its cells, also before anything is typed', () => {
    // Not as after a double click, after which it would be empty.
    expect(selectedCell().cell.visible.eventType).toBe(4);
  });
});

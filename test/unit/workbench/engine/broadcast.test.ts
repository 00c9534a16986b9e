import { CellError } from '../../../../src/core/errors';
import { broadcast } from '../../../../src/workbench/engine/broadcast';
import type { Outcome } from '../../../../src/functions/evaluate/invoke';

const PARAMETERS = {
  symbols: { dimensionality: 'matrix' },
  amount: { dimensionality: 'scalar' },
  zone: { dimensionality: 'scalar' },
};
const declaration = { parameters: PARAMETERS } as unknown as Parameters<typeof broadcast>[0];

function call(...args: unknown[]): { outcome: Outcome | undefined; calls: (readonly unknown[])[] } {
  const calls: (readonly unknown[])[] = [];
  const outcome = broadcast(declaration, args, (values) => {
    calls.push(values);
    return [[values.slice(1).join('+')]];
  });
  return { outcome, calls };
}

it('a range is passed on whole if the parameter accepts ranges', () =>
  expect(call([['a'], ['b']], 1).calls).toEqual([[[['a'], ['b']], 1]]));

it('a range of one cell is passed as its value if the parameter accepts one value', () =>
  expect(call('a', [[2]]).calls).toEqual([['a', 2]]));

it('a range in place of one value causes a call for each cell', () => {
  expect(
    call('a', [
      [1, 2],
      [3, 4],
    ]).outcome,
  ).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
});

it('a row is repeated along a column', () => {
  expect(call('a', [[1], [2]], [['x', 'y']]).outcome).toEqual([
    ['1+x', '1+y'],
    ['2+x', '2+y'],
  ]);
});

it('cells beyond a shorter range get #N/A', () => {
  const { outcome } = call('a', [[1], [2], [3]], [['x'], ['y']]);
  expect((outcome as unknown[][]).map(([cell]) => (cell instanceof CellError ? cell.code : cell))).toEqual([
    '1+x',
    '2+y',
    '#N/A',
  ]);
});

it('an error affects only its own place', () => {
  const bad = new CellError('#N/A', 'none');
  const outcome = broadcast(declaration, ['a', [[1], [2]]], ([, amount]) =>
    amount === 1 ? bad : [[amount as number]],
  );
  expect(outcome).toEqual([[bad], [2]]);
});

it('nothing is shown until every cell has its answer', () => {
  expect(broadcast(declaration, ['a', [[1], [2]]], ([, amount]) => (amount === 1 ? [[1]] : undefined))).toBeUndefined();
});

import { CellError } from '../../src/core/errors';
import type { Outcome } from '../../src/functions/evaluate/invoke';
import { broadcast } from '../../src/workbench/engine/broadcast';

const PARAMETERS = {
  symbols: { dimensionality: 'matrix' },
  amount: { dimensionality: 'scalar' },
  zone: { dimensionality: 'scalar' },
};
const declaration = { parameters: PARAMETERS } as unknown as Parameters<typeof broadcast>[0];

function call(...given: unknown[]): { outcome: Outcome | undefined; calls: (readonly unknown[])[] } {
  const calls: (readonly unknown[])[] = [];
  const outcome = broadcast(declaration, given, (values) => {
    calls.push(values);
    return [[values.slice(1).join('+')]];
  });
  return { outcome, calls };
}

it('passes a range on whole where a range belongs', () => {
  expect(call([['a'], ['b']], 1).calls).toEqual([[[['a'], ['b']], 1]]);
});

it('takes a range of one cell as its value where one value belongs', () => {
  expect(call('a', [[2]]).calls).toEqual([['a', 2]]);
});

it('calls once per cell where a range stands for one value', () => {
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

it('repeats a row along a column', () => {
  expect(call('a', [[1], [2]], [['x', 'y']]).outcome).toEqual([
    ['1+x', '1+y'],
    ['2+x', '2+y'],
  ]);
});

it('gives #N/A where a shorter range does not reach', () => {
  const { outcome } = call('a', [[1], [2], [3]], [['x'], ['y']]);
  expect((outcome as unknown[][]).map(([cell]) => (cell instanceof CellError ? cell.code : cell))).toEqual([
    '1+x',
    '2+y',
    '#N/A',
  ]);
});

it('shows an error in its place alone', () => {
  const bad = new CellError('#N/A', 'none');
  const outcome = broadcast(declaration, ['a', [[1], [2]]], ([, amount]) =>
    amount === 1 ? bad : [[amount as number]],
  );
  expect(outcome).toEqual([[bad], [2]]);
});

it('shows nothing until every cell has its answer', () => {
  expect(broadcast(declaration, ['a', [[1], [2]]], ([, amount]) => (amount === 1 ? [[1]] : undefined))).toBeUndefined();
});

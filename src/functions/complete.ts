import { holdsValue } from '../core/last-value-mark';
import { define, type Parameter } from './define';
import { nothingGiven } from './parameters/values';

/** For each cell of the range, whether it holds a value. */
const cells = (): Parameter<readonly boolean[]> => ({
  isOptional: false,
  excelType: 'any',
  dimensionality: 'matrix',
  input: 'text',
  read(argument, name) {
    if (argument === null || argument === undefined) throw nothingGiven(name, 'the cells that a verdict rests on');
    return [argument].flat(2).map(holdsValue);
  },
});

export const complete = define({
  id: 'COMPLETE',
  parameters: { range: cells() },
  result: 'scalar',
  sources: [],
  requests: 'alone',
  handle: ({ range }) => range.length > 0 && range.every((holds) => holds),
});

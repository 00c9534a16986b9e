import { BooleanNumber, type Worksheet } from '@univerjs/core';
import { IS_VERY_HIDDEN, stateOf } from '../../../../src/workbench/xlsx/layout';

const sheet = (isHidden: BooleanNumber, isVeryHidden?: boolean): Worksheet =>
  ({ isSheetHidden: () => isHidden, getConfig: () => ({ custom: { [IS_VERY_HIDDEN]: isVeryHidden } }) }) as never;

test.each([
  ['that is shown', BooleanNumber.FALSE, undefined, undefined],
  ['that is hidden', BooleanNumber.TRUE, undefined, 'hidden'],
  ['that only a macro can show', BooleanNumber.TRUE, true, 'veryHidden'],
  ['that only a macro could show until the user has shown it', BooleanNumber.FALSE, true, undefined],
])('a sheet %s is written like that', (_, isHidden, isVeryHidden, state) => {
  expect(stateOf(sheet(isHidden, isVeryHidden))).toBe(state);
});

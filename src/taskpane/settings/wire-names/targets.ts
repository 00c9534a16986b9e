import { TRAITS } from '../../../functions/generated/function-traits';
import { targetsOf } from '../../../app/wire-names';

/** The parameters whose names users may change. */
export const TARGETS = targetsOf(TRAITS);

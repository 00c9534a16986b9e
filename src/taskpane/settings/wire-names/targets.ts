import { targetsOf } from '../../../app/parameter-names/wire-name-targets';
import { TRAITS } from '../../../functions/generated/function-traits';

/** The parameters whose names users may change. */
export const TARGETS = targetsOf(TRAITS);

import type { AnyDeclaration } from './define';
import { filings } from './filings';
import { holidays } from './holidays';
import { hours } from './hours';
import { quote } from './quote';
import { score } from './score';

/** Every worksheet function, once, in the order of the README. A function is added by a file and a line here. */
export const CATALOG: readonly AnyDeclaration[] = [quote, hours, filings, score, holidays];

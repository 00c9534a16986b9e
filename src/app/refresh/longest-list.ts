import { AREAS } from '../../api/interface/operation';
import { parameterOf } from '../../api/operations';
import type { Session } from '../session';

/** The longest symbol, in characters. */
export const longestSymbol = (): number => parameterOf(`GET /${AREAS[0]}/quotes`, 'symbols').maxLength!;

/** The longest list of symbols in one request, in characters: a gateway takes longer ones than the service. */
export const longestListFor = ({ gateway }: Pick<Session, 'gateway'>): number =>
  gateway?.longestList ?? longestSymbol();

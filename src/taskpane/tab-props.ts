import type { Session } from '../app/session';
import { createContext } from 'preact';
import type { Entries } from './functions/formula';

/** The properties of every tab's content. */
export interface TabProps {
  readonly session: Session;
}

/** A formula that somebody has asked for elsewhere than in the list of functions. */
export interface WantedFormula {
  /** Of the function. */
  readonly id: string;
  readonly entries: Entries;
  /** Another for every wish, also for the same formula. */
  readonly turn: number;
}

/** What the builder is to open with; undefined until something is wanted. */
export const WantedFormulaContext = createContext<WantedFormula | undefined>(undefined);

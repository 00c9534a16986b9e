import type { Block } from '../core/a1';
import type { Session } from './session';

/** A formula that was replaced by what it showed. */
export interface FrozenBlock {
  readonly id: string;
  /** Where its cells are now; undefined when they were deleted. */
  readonly block: Block | undefined;
  readonly formula: string;
  /** When it was frozen, in ms since 1970. */
  readonly at: number;
  /** Where the values came from, such as "https://api.example.com"; empty when that was not set. */
  readonly source: string;
  /** Whether the cells no longer hold what was frozen. */
  readonly isEdited: boolean;
}

/** Everything frozen in the workbook, oldest first. */
export function frozenBlocks(session: Session): Promise<readonly FrozenBlock[]> {
  return Promise.reject(new Error(`Not yet in ${session.host.name}`));
}

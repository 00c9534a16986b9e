import type { Session } from '../app/session';
import type { Features } from './features';
import { formatCells } from './workbook/cell-formats';

/**
 * Where functions can return nothing but plain numbers, dates and prices get their number formats in another way, those
 * of results that ended before this code was loaded included.
 */
export function formatWhereNeeded(session: Session, features: Features): void {
  let stop: (() => void) | undefined;
  const follow = (): void => {
    const isNeeded = features.formattedAs === 'plain' && features.richValues !== 'off';
    const { early = [] } = session.cells;
    session.cells.early = undefined;
    if (isNeeded === (stop !== undefined)) return;
    stop?.();
    stop = isNeeded ? formatCells(session, early) : undefined;
  };
  session.onChange(follow);
  follow();
}

import type { Session } from '../app/session';
import type { Features } from './features';

/**
 * Where functions can return nothing but plain numbers, dates and prices get their number formats in another way, whose
 * code is loaded then. The results that end before it is there are handed on.
 */
export function formatWhereNeeded(session: Session, features: Features): void {
  let stop: Promise<() => void> | undefined;
  const follow = (): void => {
    const isNeeded = features.formattedAs === 'plain' && features.richValues !== 'off';
    if (!isNeeded) takeEarly(session);
    if (isNeeded === (stop !== undefined)) return;
    void stop?.then((end) => {
      end();
    });
    stop = isNeeded ? begin(session) : undefined;
  };
  session.onChange(follow);
  follow();
}

async function begin(session: Session): Promise<() => void> {
  try {
    const { formatCells } = await import(/* webpackChunkName: "formats" */ './workbook/cell-formats');
    return formatCells(session, takeEarly(session));
  } catch {
    takeEarly(session);
    session.note('The code of number formats could not be loaded: cells show plain numbers');
    return () => undefined;
  }
}

function takeEarly({ cells }: Session): NonNullable<Session['cells']['early']> {
  const early = cells.early ?? [];
  cells.early = undefined;
  return early;
}

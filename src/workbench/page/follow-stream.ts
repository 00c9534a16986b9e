import type { Session } from '../../app/session';
import type { Cancellation } from '../../core/cancellation';
import { notAvailable } from '../../core/errors';
import type { StreamingDeclaration } from '../../functions/define';
import type { Outcome } from '../../functions/evaluate/outcome';
import { openStream } from '../../functions/evaluate/stream';

/**
 * Opens a stream for a cell: returns its first value, and shows the later ones. Also settles if it is cancelled before.
 */
export const followStream = (
  declaration: StreamingDeclaration,
  session: Session,
  values: readonly unknown[],
  cancellation: Cancellation,
  address: string | undefined,
  show: (outcome: Outcome) => void,
): Promise<Outcome> =>
  new Promise((resolve) => {
    let tell = (outcome: Outcome): void => {
      tell = show;
      resolve(outcome);
    };
    cancellation.add({
      onCancel: () => {
        resolve(notAvailable('Cancelled'));
      },
    });
    openStream(declaration, session, values, { isPreview: false, cancellation, address }, (outcome) => {
      tell(outcome);
    });
  });

import { calendarOf } from '../../api/calendars';
import { ServiceError } from '../../api/service-error';
import type { Call } from '../../core/call';
import { CellError } from '../../core/errors';
import type { MaybePromise } from '../../core/maybe-promise';
import type { Context } from '../define';
import { lookUpEach } from './look-up-each';

/**
 * Whether the service lists an exchange, which tells an unknown one from one without hours. Fails if the service does.
 */
export const isListed = (mic: string, { client }: Context, call: Call): MaybePromise<boolean> =>
  lookUpEach(
    [mic],
    (name) => calendarOf(client, 'GET /stocks/markets').read({ mic: name }, call),
    ([markets]) => {
      if (markets instanceof CellError && !isRefused(markets)) throw markets;
      return markets !== undefined && !(markets instanceof CellError) && markets.length > 0;
    },
  );

/** Whether the service has answered, with a refusal of what it was asked for. */
export const isRefused = (error: CellError): boolean => error instanceof ServiceError && error.isRefusal;

export const unknownExchange = (mic: string): string =>
  `The service does not know the exchange "${mic}": check the MIC code`;

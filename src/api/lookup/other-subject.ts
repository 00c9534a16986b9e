import { notAvailable } from '../../core/errors';

/** Services differ in what they write between the parts of a name: BRK.B and BRK-B. */
const bare = (name: string): string => name.replaceAll(/[\s./-]/g, '').toUpperCase();

/**
 * #N/A for an answer that says it is about something else: a service that knows a parameter by another name ignores it.
 *
 * @param what it answers with: "filings of"
 * @param said what it is about; anything but a text says nothing
 */
export function refuseOther(what: string, said: unknown, asked: string, isAsked = isSame): void {
  if (typeof said === 'string' && said !== '' && !isAsked(bare(said), bare(asked)))
    throw notAvailable(
      `The service sent ${what} ${said} instead of ${asked}: check the names of parameters in the MD pane`,
    );
}

const isSame = (said: string, asked: string): boolean => said === asked;
/** 10-K/A is a kind of 10-K; the SEC writes SC 13G and SCHEDULE 13G. */
export const isKindOf = (said: string, asked: string): boolean =>
  said.replace('SCHEDULE', 'SC').includes(asked.replace('SCHEDULE', 'SC'));

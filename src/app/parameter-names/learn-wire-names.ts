import {
  compareDescription,
  type DescriptionDifference,
  DocumentError,
  readDocument,
} from '../../api/interface/service-description';
import type { WireNames } from '../../api/interface/operation';
import type { Session } from '../session';
import { withoutBuiltIn } from './wire-names';

export interface LearnedNames {
  /** Proposed instead of the current names; learning applies nothing. */
  readonly names: WireNames;
  readonly differences: readonly DescriptionDifference[];
}

/** Reads the service's description of itself, without the key. Rejects with an Error whose message users understand. */
export async function learnWireNames({ client, settings }: Session, signal: AbortSignal): Promise<LearnedNames> {
  if (!client) throw new DocumentError('The settings are still being read: try again');
  const reply = await client.getPublic('/openapi.json', signal);
  if (reply.status === 404)
    throw new DocumentError('The service publishes no description of itself (404): enter the names by hand');
  if (reply.status !== 200)
    throw new DocumentError(
      `The service did not give its description (${reply.status}): try again later, or enter the names by hand`,
    );
  const { names, differences } = compareDescription(readDocument(reply.body), settings.wireNames);
  return { names: withoutBuiltIn(names), differences };
}

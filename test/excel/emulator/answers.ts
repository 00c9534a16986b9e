import { appContext, type Traits } from './app-context';
import type { Request } from './envelope';
import type { HostEvents } from './host-objects';
import { processQuery, type Query, UnknownCallError, type World } from './process-query';

const REQUEST_TOO_LARGE = 5103;
const ANSWER_TOO_LARGE = {
  Code: 'ResponsePayloadSizeLimitExceeded',
  Message: 'The response is too large',
  ActionIndex: 0,
};
const [SAVE_SETTINGS, PROCESS_QUERY, COMMAND_COMPLETED] = [76, 93, 94];

interface Method {
  readonly DdaMethod: { readonly DispatchId: number };
  readonly ArrayData: readonly unknown[];
  /** Of what the add-in keeps with the workbook: all of it, names and values. */
  readonly DdaSettingsMethod?: { readonly Properties: readonly (readonly [name: string, json: string])[] };
}

/** The answer of the host, or undefined if it stays silent. Throws an UnknownCallError for an unknown call. */
export function dataFor(
  { _actionName, _actionType, _data }: Request,
  traits: Traits,
  world: World,
  events: HostEvents,
): unknown {
  // Registrations for events are all accepted.
  if (_actionType !== 0) return { Error: 0 };
  switch (_actionName) {
    case 'ContextActivationManager_getAppContextAsync':
      return appContext(traits, events.settings());
    case 'ContextActivationManager_notifyHost':
      return undefined;
    case 'executeMethod':
      return execute(_data as Method, traits, world, events);
    default:
      throw new UnknownCallError(`No action "${_actionName}"`);
  }
}

function execute(
  { DdaMethod: { DispatchId }, ArrayData, DdaSettingsMethod }: Method,
  { maxMessage }: Traits,
  world: World,
  events: HostEvents,
): unknown {
  switch (DispatchId) {
    case SAVE_SETTINGS:
      events.saveSettings(DdaSettingsMethod!.Properties);
      return { Version: 1, Error: 0 };
    case COMMAND_COMPLETED:
      events.commandCompleted();
      return { Version: 1, Error: 0 };
    case PROCESS_QUERY: {
      const body = ArrayData[4] as string;
      const bytes = Buffer.byteLength(body);
      events.sent(bytes);
      if (bytes > maxMessage) return { Version: 1, Error: REQUEST_TOO_LARGE };
      const results = JSON.stringify(processQuery(JSON.parse(body) as Query, world));
      const answer =
        Buffer.byteLength(results) > maxMessage ? JSON.stringify({ Results: [], Error: ANSWER_TOO_LARGE }) : results;
      return { Version: 1, Error: 0, Data: [200, [], answer] };
    }
    default:
      throw new UnknownCallError(`No method ${DispatchId}`);
  }
}

import type { WireNames } from '../../api/interface/operation';
import { isRecord } from '../../core/is-record';
import { DocumentError } from '../../api/interface/service-description';
import { withoutBuiltIn } from './wire-names';

const NOT_ONE = 'The file does not have names of parameters: choose the one that "npm run check -- --out FILE" wrote';

/**
 * The names in a file of `npm run check -- --out FILE`: `{ "names": { … } }`. Throws a DocumentError for any other
 * text.
 */
export function readNamesFile(text: string): WireNames {
  const names = namesIn(text);
  if (!isRecord(names)) throw new DocumentError(NOT_ONE);
  const wires = Object.entries(names).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return withoutBuiltIn(Object.fromEntries(wires));
}

function namesIn(text: string): unknown {
  try {
    const content: unknown = JSON.parse(text);
    return isRecord(content) ? content.names : undefined;
  } catch {
    return undefined;
  }
}

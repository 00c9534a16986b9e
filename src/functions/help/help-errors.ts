import { networkError, previewError, statusError } from '../../api/service-error';
import { CellError } from '../../core/errors';
import type { AnyDeclaration, Parameter } from '../define';

/** No argument accepts this. */
const WRONG = '?';

/** What a function reports about invalid arguments, and what every function reports if there is no value. */
export function errorRows({
  parameters,
}: Pick<AnyDeclaration, 'parameters'>): [cell: string, when: string, sentence: string][] {
  const wrong = Object.entries(parameters).map(([name, parameter]) => [name, refusalOf(name, parameter)] as const);
  return [
    ...wrong.flatMap(([name, error]): [string, string, string][] =>
      error ? [[error.code, `\`${name}\` is \`"${WRONG}"\``, error.message]] : [],
    ),
    ...GENERAL.map(([when, { code, message }]): [string, string, string] => [code, when, message]),
    STUCK,
  ];
}

function refusalOf(name: string, parameter: Parameter): CellError | undefined {
  try {
    parameter.read(WRONG, name, { dateSystem: '1900' });
    return undefined;
  } catch (error) {
    return error instanceof CellError ? error : undefined;
  }
}

/** Excel's own, which nothing here can report. */
const STUCK: [string, string, string] = [
  '#BUSY!',
  'Excel has stopped the add-in while its pane was closed, as on a Mac',
  'none: open the MD pane, then recalculate',
];

const GENERAL: readonly (readonly [when: string, error: CellError])[] = [
  ['the service refuses the key', statusError(401)],
  ['the plan does not include it', statusError(403)],
  ['the service fails', statusError(503)],
  ['the service cannot be reached', networkError('The service')],
  ['part of a formula is previewed', previewError()],
];

import { type Operation, type OperationParameter, wireName } from '../../api/interface/operation';
import { type DateSystem, daysFromSerial, isoFromDay, LAST_DAY } from '../../core/calendar/dates';
import { MS_PER_DAY } from '../../core/calendar/units';
import { dayFromIso, instantFromIso } from '../../core/calendar/iso-dates';
import { withIsoDate } from '../../core/calendar/named-months';
import { CellError, wrongArgument } from '../../core/errors';
import { oneOf } from '../../core/nearest';
import type { Context } from '../define';
import { DATE_ALLOWED } from '../parameters/dates';
import type { Pair } from '../parameters/pairs';
import type { ParameterValues } from '../../api/transport/wire';

/** A formula's pairs as parameter values of an operation. Each name may be the product's or the service's. */
export function parameterValuesOf(
  pairs: readonly Pair[],
  operation: Operation,
  { dateSystem, settings: { wireNames } }: Context,
): ParameterValues {
  const { path, parameters } = operation;
  const allowed = parameters.filter((parameter) => parameter.in === 'query');
  return Object.fromEntries(
    pairs.map(({ name, value }) => {
      if (IS_KEY.test(name))
        throw new CellError('#VALUE!', 'parameters: the API key belongs in the MD pane, never in a formula');
      if (name === '') throw wrongArgument('parameters', value, 'a name and a value, such as "limit=5"');
      if (allowed.length === 0) throw new CellError('#VALUE!', `parameters: ${path} takes none; leave them out`);
      const match =
        allowed.find((parameter) => parameter.name === name.toLowerCase()) ??
        allowed.find((parameter) => wireName(operation, parameter, wireNames).toLowerCase() === name.toLowerCase());
      if (!match)
        throw wrongArgument(
          'parameters',
          name,
          oneOf(
            name,
            allowed.map((parameter) => parameter.name),
          ),
        );
      return [match.name, valueOf(match, value, dateSystem)];
    }),
  );
}

const IS_KEY = /api.?key/i;
const LAST_SERIAL = 2_958_465;
/** As a serial "2026" would be a day in 1905. */
const YEAR = /^\d{4}$/;

/** Excel's dates are accepted for dates and also for Unix times, since no serial is a plausible Unix time. */
function valueOf({ name, type }: OperationParameter, value: string | number, dateSystem: DateSystem): string | number {
  if (type !== 'date' && type !== 'unix') return value;
  if (typeof value === 'string' && YEAR.test(value)) throw wrongArgument(name, value, DATE_ALLOWED);
  const number = Number(value);
  if (type === 'unix' && number > LAST_SERIAL) return value;
  const days = Number.isNaN(number)
    ? daysOf(withIsoDate(String(value)), type)
    : number < 1
      ? undefined
      : daysFromSerial(number, dateSystem);
  if (days === undefined || days > LAST_DAY + 1) throw wrongArgument(name, value, DATE_ALLOWED);
  return type === 'date' ? isoFromDay(Math.floor(days)) : Math.round((days * MS_PER_DAY) / 1000);
}

/** Days since 1970: of an ISO date, or of a Unix time in UTC. */
function daysOf(text: string, type: 'date' | 'unix'): number | undefined {
  const instant = instantFromIso(text);
  if (!instant) return dayFromIso(text);
  return type === 'date' ? dayFromIso(text.slice(0, 10)) : instant.utcMs / MS_PER_DAY;
}

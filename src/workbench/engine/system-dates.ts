/** Formats that a file leaves to the system: of a short date alone and with its time, of a long one, and of a time. */
interface DateFormats {
  readonly day: string;
  readonly dayWithTime: string;
  readonly long: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
}

let formats = formatsOf('en-US');

/** Shows such dates as a language does from now on. */
export function useDatesOf(language: string): void {
  formats = formatsOf(language);
}

export const dateFormats = (): DateFormats => formats;

function formatsOf(language: string): DateFormats {
  const styled = (style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(language, { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC', ...style });
  // Some languages write two digits here.
  const early = Date.UTC(2026, 0, 2, 3);
  const codes: Readonly<Record<string, string>> = { day: 'd', month: 'm', hour: 'h' };
  const codeOf = ({ type, value }: Intl.DateTimeFormatPart): string =>
    type === 'year' ? 'yyyy' : (codes[type]?.repeat(value.length) ?? value.replaceAll(/[\p{Cf}\p{L}]+\.?/gu, ''));
  const day = styled({ dateStyle: 'short' }).formatToParts(early).map(codeOf).join('').trim();
  const hour = styled({ timeStyle: 'short' })
    .formatToParts(early)
    .find(({ type }) => type === 'hour')!;
  return {
    day,
    dayWithTime: `${day} ${codeOf(hour)}:mm`,
    long: styled({ dateStyle: 'full' }),
    time: styled({ timeStyle: 'medium' }),
  };
}

/** "[$-F800]dddd, mmmm dd, yyyy" is the system's long date, "[$-F400]h:mm:ss AM/PM" its time, whatever follows. */
const BY_SYSTEM = /^\[\$-(?:(F800|x-sysdate)|F400|x-systime)\]/i;

/** A number as such a format shows it; undefined if the system has no part in its format. */
export function textBySystem(format: string, value: number): string | undefined {
  const found = BY_SYSTEM.exec(format);
  if (!found || value < 0) return undefined;
  const time = Date.UTC(1899, 11, 30) + Math.round(value * 86_400) * 1000;
  return formats[found[1] ? 'long' : 'time'].format(time).replaceAll(/\s/g, ' ');
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(\\d{4})(?![\\d.])';

/** "1 Dec 2026", "1-Dec-2026", "1. December 2026". */
const DAY_FIRST = new RegExp(`^${DAY}[ .-]+${MONTH}[ ,-]+${YEAR}`, 'i');
/** "Dec 1, 2026", "December 1 2026". */
const MONTH_FIRST = new RegExp(`^${MONTH}[ -]+${DAY}[ ,-]+${YEAR}`, 'i');

/** "9:30", ", 09:30:15", " at 9:30 PM". What follows, such as an offset, stays as it is. */
const TIME = /^(?:,| at)? +(\d{1,2})(:\d{2}(?::\d{2}(?:\.\d+)?)?)(?: *([ap])\.?m\b\.?)?/i;

/**
 * Rewrites a date at the start of a text as yyyy-mm-dd if its month has an English name, and the time behind it: "1 Dec
 * 2026 9:30" becomes "2026-12-01 09:30". Returns every other text unchanged: in "1.12.2026" nobody knows which number is
 * the month.
 */
export function withIsoDate(text: string): string {
  const [dayFirst, monthFirst] = [DAY_FIRST.exec(text), MONTH_FIRST.exec(text)];
  const match = dayFirst ?? monthFirst;
  if (!match) return text;
  const [whole, one = '', other = '', year] = match;
  const [day, name] = dayFirst ? [one, other] : [other, one];
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return `${year}-${twoDigits(month)}-${twoDigits(day)}${withIsoTime(text.slice(whole.length))}`;
}

/** Every other text unchanged, and a time such as "13:30 PM". */
function withIsoTime(text: string): string {
  const [whole = '', hour = '', minutes = '', half] = TIME.exec(text) ?? [];
  if (whole === '' || (half !== undefined && !(Number(hour) >= 1 && Number(hour) <= 12))) return text;
  const hours = half === undefined ? hour : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return ` ${twoDigits(hours)}${minutes}${text.slice(whole.length)}`;
}

const twoDigits = (number: number | string): string => String(number).padStart(2, '0');

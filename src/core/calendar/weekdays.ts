/** Weekdays count from Sunday, 0. */
export const [SUNDAY, MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY] = [0, 1, 2, 3, 4, 5, 6] as const;

export const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

export const DAYS_PER_WEEK = 7;

/** The weekday of 1 January 1970, from which days are counted. */
export const FIRST_WEEKDAY = THURSDAY;

/** @param day whole days since 1970-01-01 */
export const weekdayOf = (day: number): number =>
  (((day + FIRST_WEEKDAY) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK;

export const weekdayName = (day: number): string => WEEKDAY_NAMES[weekdayOf(day)] as string;

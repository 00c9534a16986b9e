/** Texts in a number format, such as "CHF" and [$USD], but not elapsed time, [h]. */
const WORDS_IN_FORMAT = /"[^"]*"|[\\_*].|\[(?!h+\]|s+\])[^\]]*\]/gi;

/** Whether a number format shows a date or a time. */
export const showsMoment = (format: string): boolean => /[yhs]/i.test(format.replaceAll(WORDS_IN_FORMAT, ''));

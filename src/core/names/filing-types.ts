/**
 * The forms that investors use, in the SEC's spelling. Source: the list of forms of the U.S. Securities and Exchange
 * Commission.
 */
export const FILING_TYPES: readonly string[] = (
  '10-K,10-K/A,10-KT,10-K405,10-KSB,NT 10-K,10-Q,10-Q/A,10-QT,10-QSB,NT 10-Q,8-K,8-K/A,11-K,20-F,NT 20-F,' +
  '40-F,6-K,S-1,S-1/A,S-3,S-4,S-8,F-1,DEF 14A,DEFA14A,SCHEDULE 13D,SCHEDULE 13G,SC 13D,SC 13G,13F-HR,3,4,5,' +
  '144,424B2,424B5,FWP'
).split(',');

/** Texts from other programs may have a longer dash. */
const bareName = (type: string): string => type.replaceAll(/[\s.\p{Pd}]/gu, '').toUpperCase();

const AMENDED = /\/A$/i;

/**
 * A filing type in the SEC's spelling: "10K" and "Form 10-K" → "10-K"; undefined if it is already spelled so, or if the
 * SEC has no such type.
 */
export function filingTypeMeant(text: string): string | undefined {
  const name = text.trim().toUpperCase();
  const bare = bareName(name.replace(/^FORM\s+/, ''));
  const meant = typeNamed(bare) ?? (AMENDED.test(bare) ? typeNamed(bare.replace(AMENDED, ''), '/A') : undefined);
  return meant === name ? undefined : meant;
}

function typeNamed(bare: string, end = ''): string | undefined {
  const type = FILING_TYPES.find((one) =>
    [one, one.replace('/', ''), one.replace(/^SCHEDULE|-HR$/, '')].some((name) => bareName(name) === bare),
  );
  return type && type + end;
}

/** The SEC's names of a form that it has renamed: since December 2024 "SC 13G" is "SCHEDULE 13G". */
const RENAMED = /^(?:SC|SCHEDULE) (?=13[DG](?:\/A)?$)/;

/** All names under which filings of a type are found, first the given one. */
export const namesOfType = (type: string): readonly string[] =>
  RENAMED.test(type)
    ? [type, ...['SC ', 'SCHEDULE '].map((name) => type.replace(RENAMED, name)).filter((name) => name !== type)]
    : [type];

/** The same form by one name, however it is spelled. */
const formOf = (type: string): string =>
  bareName(type)
    .replace(/^FORM/, '')
    .replace(/^SC(?=13[DG])/, 'SCHEDULE');

/** Annual and quarterly reports of small companies, of another fiscal year, and with a mark on the cover until 2002. */
const VARIANTS = /^(10[KQ])(?:405|T|T405|SB|SB40)(?=$|\/A$)/;

/** Whether a filing is of a type. An amendment, "10-K/A", is of the type that it amends. */
export function isOfType(said: string, asked: string): boolean {
  const form = formOf(said);
  const names = [form, form.replace(VARIANTS, '$1')];
  return names.some((name) => name === formOf(asked) || name.replace(AMENDED, '') === formOf(asked));
}

/** Whether a service that compares parts of names may send a filing for a type: "424B5" for "4". */
export const hasTypeInName = (said: string, asked: string): boolean => formOf(said).includes(formOf(asked));

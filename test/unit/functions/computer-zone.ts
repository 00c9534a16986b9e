/** Moves the computer to a time zone for the rest of the test file; before its first use of local time. */
export function placeComputerIn(timeZone: string): void {
  const Real = Intl.DateTimeFormat;
  jest
    .spyOn(Intl, 'DateTimeFormat')
    .mockImplementation((locales, options) => new Real(locales, { timeZone, ...options }));
}

export const values = {
  title: 'Values',
  richValues: 'Number formats and properties',
  auto: 'Automatic',
  on: 'Always',
  off: 'Off: plain numbers',
  richHint: 'Dates, times and prices wear their formats, and a single quote has properties such as =A1.asOf, where the spreadsheet knows them. “Automatic” leaves out properties beyond 10,000 quotes at once; with “Always” those cells wait some seconds.',
  onFailure: 'When the service fails',
  error: 'Show the error',
  'last-value': 'Keep the last value, marked',
  failureHint: 'A kept value is of this session. It wears a clock and its time (⏱ 12:03), and is asked for again at the next recalculation. In Excel a clock icon stands beside it too, whatever the number format of its cell; where Excel shows no such icons, or number formats are off, the error is shown.',
};

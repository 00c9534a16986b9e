import { explain } from './help/explain';
import { hours } from './hours';
import { FIELDS, HEADERS, MICS, ZONE } from './parameters/shared.help';

export const hoursHelp = explain(hours, {
  summary: 'Trading sessions of stock exchanges, half days included, as real dates and times.',
  returns:
    'A table of one row per session: mic, date, day_of_week, is_early_close, open_time, close_time, holiday_name; by market in the order given, then by date. Times on the wall clock of the exchange unless zone says otherwise. A session may include a lunch break, which MD.ISOPEN and MD.STATUS know.',
  parameters: {
    mics: MICS,
    start: 'First day; today if omitted',
    end: 'Last day; six days after the first if omitted',
    fields: FIELDS,
    headers: HEADERS,
    zone: ZONE,
  },
  examples: [
    { formula: '=MD.HOURS("XNYS")', gives: 'the sessions in New York for today and the next six days' },
    {
      formula: '=MD.HOURS("XNYS,XLON","2026-11-23","2026-11-27","mic,date,open_time,close_time")',
      gives: 'the opening hours of two exchanges in Thanksgiving week',
    },
    {
      formula: '=MD.HOURS("XTKS","2026-11-24","2026-11-24","open_time",,"local")',
      gives: "when Tokyo opens that day, on this computer's clock",
    },
  ],
});

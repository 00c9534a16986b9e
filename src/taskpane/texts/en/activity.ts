export const activity = {
  title: 'Activity',
  cells: 'Cells',
  lookups: 'Lookups',
  hits: 'From memory',
  requests: 'Requests',
  errors: 'Errors',
  notes: 'Notes',
  latestRequests: 'Latest requests',
  noRequests: 'None yet.',
  outcome: '{time} · {status} · {ms} ms',
};

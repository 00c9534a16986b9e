export const shell = {
  notInExcel: 'This page is the task pane of MD for Excel. Open it in Excel: Home, Market data, Open pane.',

  sections: 'Sections',
  functions: 'Functions',
  cells: 'Cells',
  activity: 'Activity',
  models: 'Models',
  settings: 'Settings',

  loading: 'Loading…',
  notLoaded: 'This section could not be loaded. Check the connection.',
  broken: 'Something in this section failed that should not: {reason}',
  tryAgain: 'Try again',

  stop: 'Stop',
  cancel: 'Cancel',
  progress: '{done} of {total}',
  close: 'Close',
};

import { join } from 'node:path';

export const OFFICE_JS_CDN = 'https://appsforoffice.microsoft.com/lib/1/hosted/office.js';

/** Files that office.js may load at run time in Excel. */
const FILES = [
  'office.js',
  'o15apptofilemappingtable.js',
  'excel*.js',
  'custom-functions-runtime.js',
  'es6-promise.js',
  '*/office_strings.js',
  'telemetry/*.js',
  'ariatelemetry/*.js',
];

/** Patterns for the copy plugin. Microsoft's licence forbids changes, so the minifier must skip these files. */
export const officeJsFiles = (root: string) => [
  { from: join(root, 'node_modules/@microsoft/office-js/LICENSE.md'), to: 'office-js/' },
  ...FILES.map((from) => ({
    from,
    context: join(root, 'node_modules/@microsoft/office-js/dist'),
    to: 'office-js/[path][name][ext]',
    info: { minimized: true },
    globOptions: { ignore: ['**/*.debug.js'] },
  })),
];

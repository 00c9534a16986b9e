/**
 * Mends: TODAY, NOW and DATE are shown as 2026/11/28, beside dates of our functions as 2026-11-28. Here all are shown in
 * one way.
 *
 * Can go when test/unit/workbench/univer-patches/functions.test.ts says that the engine has our formats.
 */
module.exports = function showDatesAlike(source) {
  return source.replaceAll('"yyyy/mm/dd;@"', '"yyyy-mm-dd"').replaceAll('"yyyy/mm/dd hh:mm"', '"yyyy-mm-dd hh:mm"');
};

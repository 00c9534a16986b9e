const TABLE_FILE = /import\("\.\/[\w-]+\.js"\)/g;
const ENGLISH = /^const EnUs = \[\n(?:\t.*\n)+\];$/m;

/**
 * Mends: the engine brings the hyphens of 78 languages along, a quarter of what is kept for visits without a network,
 * and reads two of them before it draws. No cell hyphenates: the language of a text is unknown (unused-packages).
 *
 * Can go when test/unit/workbench/univer-patches/patches.test.ts says that the engine has no such tables.
 */
module.exports = function leaveOutHyphens(source) {
  return ENGLISH.test(source)
    ? source.replace(ENGLISH, 'const EnUs = ["", "{}"];').replace(TABLE_FILE, 'undefined')
    : source;
};

/** In the engine's own words, where a list of suggestions waits until nothing has been typed for a while. */
const WAIT = /(editor\.input\$\.pipe\(debounceTime\()300(\)\)\.subscribe\(\(\) => \{\s+const selections)/;

/** Where it gets ready for the keys of a new list. */
const NEW_LIST =
  /(if \(!searchList\.length\) return;\s+)(const operationId = `sheet\.formula-embedding-editor\.search_function)/;

/** Where it puts the cursor behind what was taken. */
const CURSOR =
  /setTimeout\(\(\) => \{[^;]+\.setSelectionRanges\((\[\{\s+startOffset: range\.startOffset - offset,\s+endOffset: range\.endOffset - offset\s+)(\}\])\);\s+\}, 30\);([\s}]+focus\(\);\s+highlight\(`=\$\{res\.text\}`)\)/;

/**
 * Mends: while somebody types at an ordinary speed, the engine goes on to show suggestions for letters that are long
 * past, because it looks again only after 300 ms without a key. It chooses the second entry of a list if that of an
 * earlier list was chosen. And it moves the cursor behind what was taken only after 30 ms: what is typed meanwhile lands
 * in the middle. Here it looks with each key, a list begins with its first entry, and the cursor moves with the text.
 *
 * Can go when test/unit/workbench/univer-patches/patches.test.ts says that the engine has none of the three.
 */
module.exports = function suggestAtOnce(source) {
  return source
    .replace(WAIT, '$10$2')
    .replace(NEW_LIST, '$1setActive(0);\n$2')
    .replace(CURSOR, 'var taken = $1, collapsed: true $2;$3, true, false, taken)');
};

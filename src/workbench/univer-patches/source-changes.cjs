const { createHash } = require('node:crypto');

/** Digits in groups, whatever stands around them: the parser of numbers has read it. */
const GROUPED = String.raw`/^[^\d,]*\d{1,3}(,\d{3})*(\.\d+)?(e[-+]?\d+)?[^\d,]*$/i`;

const TRIGGER = '"formula.mutation.set-trigger-formula-calculation-start"';

/** A large picture becomes a file of its own. */
function pictureFile(_, type, text) {
  const content = Buffer.from(text, 'base64');
  const name = `picture.${createHash('sha256').update(content).digest('hex').slice(0, 12)}.${type}`;
  this.emitFile(name, content);
  return JSON.stringify(name);
}

/**
 * What the page's build changes in the engine's own source: what stands there, and what stands there instead. Each comment
 * says what the engine does by itself. A row can go when test/unit/workbench/univer-patches/source-changes.test.ts says that
 * the engine has no such text any more, or that it reads what it did not.
 */
const CHANGES = [
  // TRUE and FALSE are copied as 1 and 0, which other programs take for numbers.
  [
    /if \((isNotNullOrUndefined\(cell\.displayV\)\) return cell\.displayV;)/,
    'if (cell.t !== CellValueType.BOOLEAN && $1',
  ],

  // TODAY, NOW and DATE are shown as 2026/11/28, beside dates of our functions as 2026-11-28.
  [/"yyyy\/mm\/dd;@"/g, '"yyyy-mm-dd"'],
  [/"yyyy\/mm\/dd hh:mm"/g, '"yyyy-mm-dd hh:mm"'],

  // "(3,000,000)", "-$1,000" and "1,250%" are texts, which sums leave out, though they are numbers without commas.
  [String.raw`/^-?\d{1,3}(,\d{3})*(\.\d+)?$/`, () => GROUPED],

  // Pictures of empty lists and of kinds of lists in documents come along as text. A small one is quicker where it is.
  [/"data:image\/(png|jpeg);base64,([\w+/]{4000,}=*)"/g, pictureFile],

  // The hyphens of 78 languages are a quarter of what is kept for visits without a network, and two are read before
  // anything is drawn. No cell hyphenates: the language of a text is unknown (unused-packages).
  [/^const EnUs = \[\n(?:\t.*\n)+\];$/m, 'const EnUs = ["", "{}"];'],
  [/import\("\.\/[a-z]{2,3}-[\w-]+\.js"\)/g, 'undefined'],

  // It waits 100 ms for more that may change, even if it is told to calculate, as if that were a key that others follow:
  // cells that wait for answers are calculated twice at least.
  [/(this\._waitingCommandQueue = \[\];\s+\}, )100\)/, `$1command.id === ${TRIGGER} ? 0 : 100)`],

  // Pasted cells get a font of 11 points where what is pasted has none. Here a text leaves the look of cells, and another
  // program's table has the font of the sheet.
  [
    /(const newValue = \{ s: Object\.assign\(\{\}, )\{\s+\.\.\.DEFAULT_STYLES,/,
    '$1pasteFrom || Object.keys(value.s || {}).length > 0 ? { ...DEFAULT_STYLES, ...(pasteFrom ? {} : worksheet.getDefaultCellStyleInternal()),',
  ],
  [/(bg: null,\s+cl: null\s+\})(, value\.s\) \};\s+const cellBd)/, '$1 : {}$2'],

  // Each field of each object is set through one helper for all, which no browser can make quick: a tenth of the time of a
  // calculation. None of its fields stands for an accessor of a base class, so an assignment is the same. The bracket that
  // closes the call closes the assignment.
  [/\b_defineProperty(?:\$\d+)?\(this, "([A-Za-z_$][\w$]*)", /g, '(this.$1 = '],

  // Suggestions are for letters that are long past, as it looks again only after 300 ms without a key. A list begins with
  // its second entry if that of an earlier one was chosen. The cursor moves behind what was taken only after 30 ms: what is
  // typed meanwhile lands in the middle.
  [/(editor\.input\$\.pipe\(debounceTime\()300(\)\)\.subscribe\(\(\) => \{\s+const selections)/, '$10$2'],
  [
    /(if \(!searchList\.length\) return;\s+)(const operationId = `sheet\.formula-embedding-editor\.search_function)/,
    '$1setActive(0);\n$2',
  ],
  [
    /setTimeout\(\(\) => \{[^;]+\.setSelectionRanges\((\[\{\s+startOffset: range\.startOffset - offset,\s+endOffset: range\.endOffset - offset\s+)(\}\])\);\s+\}, 30\);([\s}]+focus\(\);\s+highlight\(`=\$\{res\.text\}`)\)/,
    'var taken = $1, collapsed: true $2;$3, true, false, taken)',
  ],

  // 1E6 in a typed formula is written as 1000000, and the texts behind it are taken from places that have moved:
  // `=IF(1E6>2,"yes","no")` was entered as `=IF(1000000>2,",","n","")`.
  ['getNumfmtParseValueFilter(token)', 'null'],

  // A name such as Growth, Rate or Price is refused, because a function is called so, and one that a sheet has, too.
  [/if \([^;]+\) return "sheets\.definedName\.name(?:Sheet)?Conflict";/g, ''],
];

/** A loader for webpack. */
module.exports = function changeSource(source) {
  return CHANGES.reduce(
    (text, [found, instead]) => text.replace(found, typeof instead === 'function' ? instead.bind(this) : instead),
    source,
  );
};

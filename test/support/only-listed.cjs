const { readdirSync } = require('node:fs');
const path = require('node:path');
const suites = require('../suites');

const TESTS = path.join(__dirname, '..');
const ENDING = '.test.ts';

/** "browser/pane" of ".../test/browser/pane.test.ts". */
const nameOf = (file) => path.relative(TESTS, file).slice(0, -ENDING.length).replaceAll(path.sep, '/');

const everySuite = () =>
  readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ENDING))
    .map((file) => nameOf(path.join(TESTS, file)))
    .sort();

/** The lists that have a suite, by its own line or else by that of its folder. */
function listsOf(name, lists = suites) {
  const having = (isLine) => Object.keys(lists).flatMap((list) => lists[list].filter(isLine).map(() => list));
  const own = having((line) => line === name);
  return own.length > 0 ? own : having((line) => line.endsWith('/') && name.startsWith(line));
}

/**
 * Leaves the suites of the lists that MD_SUITES names. Who chooses suites on the command line gets them, whichever list
 * has them; those of the night only at night.
 */
module.exports = (files) => {
  const wanted = process.env.MD_SUITES.split(' ');
  const isChosen = files.length < everySuite().length;
  const isWanted = (lists) => lists.some((list) => wanted.includes(list)) || (isChosen && !lists.includes('night'));
  return { filtered: files.filter((file) => isWanted(listsOf(nameOf(file)))) };
};
Object.assign(module.exports, { everySuite, listsOf });

import { transformSync } from '@swc/core';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { Marked, Renderer, type Tokens } from 'marked';
import type { FunctionHelp } from '../functions/help/explain';
import { HELP } from '../functions/generated/help-texts';
import { detailsFiles, helpJson, helpPath, SCRIPT_PATH } from '../functions/help/help-json';
import {
  escape,
  type ExampleResult,
  FIRST_DAY_PATH,
  helpTexts,
  LIST_PATH,
  PAGE_SCRIPT,
  STYLE,
} from '../functions/help/help-page';
import type { SearchEntry } from './document-search';
import { type ErrorSentence, errorSentences } from './error-sentences';
import { exampleResults } from './example-results';
import { SETTING_TEXTS, type SettingText } from './setting-texts';

export interface DocumentOptions {
  readonly version: string;
  /** A link from the folder of the help to the workbench, which opens a formula there. */
  readonly linkTo: (formula: string) => string;
}

/** Contents by path. */
export type StaticFiles = Readonly<Record<string, string | Uint8Array>>;

const ROOT = join(__dirname, '..', '..');

interface UserDocument {
  readonly path: string;
  /** Its title here. @default the one in its first line */
  readonly title?: string;
  /** Its only chapter that users need. */
  readonly only?: string;
  /** The first chapter that is meant only for developers of the product. */
  readonly until?: string;
}

/** In the order of the contents. The documents of the project's own workshop are left out. */
const FOR_USERS: readonly UserDocument[] = [
  { path: 'docs/first-day.md' },
  { path: 'docs/pane.md' },
  { path: 'docs/excel-checklist.md', title: 'The limits of Excel', only: '## Limits that stay' },
];
const FOR_OTHERS: readonly UserDocument[] = [
  { path: 'README.md', title: 'Introduction', until: '## Where to go on' },
  { path: 'docs/hosting.md' },
  { path: 'docs/gateway.md' },
  { path: 'SECURITY.md' },
  { path: 'docs/parameter-names.md' },
  { path: 'docs/sandbox.md' },
  { path: 'docs/performance.md' },
  { path: 'CHANGELOG.md' },
];
const DOCUMENTS = [...FOR_USERS, ...FOR_OTHERS];

const CONTENTS = 'docs/contents';
const ERRORS = 'docs/errors';
const SETTINGS = 'docs/settings';

/**
 * The documents as static files, by path: the help of the functions, the documents that users need, pages of all
 * errors and settings, and a search over all of them. They work under any address, because every link is relative.
 */
export async function documentFiles({ version, linkTo }: DocumentOptions): Promise<StaticFiles> {
  const help = helpPages(await exampleResults(HELP), linkTo);
  const [forUsers, forOthers] = [FOR_USERS, FOR_OTHERS].map((part) => part.map(documentPage)) as [
    DocumentPage[],
    DocumentPage[],
  ];
  const lists = [errorsPage(errorSentences(join(ROOT, 'src'), HELP)), settingsPage()];
  const pages = [contentsPage(help, forUsers, forOthers, lists), ...help, ...forUsers, ...forOthers, ...lists];
  return {
    'help.json': JSON.stringify(helpJson(HELP)),
    ...detailsFiles(HELP),
    ...Object.fromEntries(pages.map((page) => [`${page.name}.html`, framed(page, version)])),
    ...filesBeside(pages),
    [SCRIPT_PATH]: PAGE_SCRIPT,
    'docs/documents.css': `${STYLE}${readFileSync(join(__dirname, 'documents.css'), 'utf8')}`,
    'docs/search.json': JSON.stringify(pages.flatMap(({ entries }) => entries)),
    ...searchScripts(),
  };
}

/** A page, before its header and its links to others are put around it. */
interface DocumentPage {
  /** Its path, without an extension. */
  readonly name: string;
  readonly title: string;
  /** One sentence, as Markdown; empty if the page has none of its own. */
  readonly summary: string;
  readonly html: string;
  readonly entries: readonly SearchEntry[];
  readonly script?: string;
}

function helpPages(results: readonly ExampleResult[], linkTo: (formula: string) => string): DocumentPage[] {
  const texts = helpTexts(HELP, results, linkTo);
  return Object.entries(texts).map(([path, { title, body }]) => {
    const help = HELP.find(({ declaration }) => helpPath(declaration.id) === path);
    return {
      name: path.replace(/\.html$/, ''),
      title,
      summary: literal(help?.summary ?? ''),
      html: body,
      entries: help ? entriesOfHelp(help, path) : [],
      script: SCRIPT_PATH,
    };
  });
}

const entriesOfHelp = (
  { declaration: { id }, summary, returns, parameters, searchWords }: FunctionHelp,
  path: string,
): SearchEntry[] => [
  { kind: 'Function', title: `MD.${id}`, text: `${summary} ${returns}`, words: searchWords.en, path },
  ...Object.entries(parameters).map(([name, { text, words = {} }]): SearchEntry => ({
    kind: 'Argument',
    title: `${name} of MD.${id}`,
    text,
    words: Object.keys(words).join(' '),
    path: `${path}#${name}`,
  })),
];

/** A page of a document. Links to what is not published are only their texts. */
function documentPage(source: UserDocument): DocumentPage {
  const markdown = textOf(source).replace(LINK, (whole, mark: string, label: string, target: string, anchor = '') => {
    if (/^(?:\w+:|$)/.test(target)) return whole;
    const path = posix.join(posix.dirname(source.path), target);
    const document = DOCUMENTS.find((one) => one.path === path);
    if (document) {
      const shown = label.endsWith('.md') ? titleOf(textOf(document)) : label;
      return `[${shown}](../${nameOf(path)}.html${anchor})`;
    }
    const isFile = path.startsWith('docs/') && !path.endsWith('.md') && existsSync(join(ROOT, path));
    return isFile ? `${mark}[${label}](../${path})` : label;
  });
  return pageOf(nameOf(source.path), markdown);
}

function textOf({ path, title, only, until }: UserDocument): string {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const [first, rest] = [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n'))];
  const [start, end] = [only, until].map((chapter) => (chapter === undefined ? undefined : indexIn(rest, chapter)));
  return `${title === undefined ? first : `# ${title}`}\n${rest.slice(start, end)}`;
}

/** A chapter that was renamed must not publish what is not meant for users. */
function indexIn(text: string, chapter: string): number {
  const index = text.indexOf(`\n${chapter}\n`);
  if (index < 0) throw new Error(`"${chapter}" is no chapter of the document any more: say which one is published`);
  return index + 1;
}

const LINK = /(!?)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)/g;

const titleOf = (markdown: string): string => /^# (.*)$/m.exec(markdown)![1]!;

/** The first day lies where the add-in has it too, beside the help of the functions. */
const NAMES: Readonly<Record<string, string>> = {
  'README.md': 'docs/introduction',
  'docs/first-day.md': FIRST_DAY_PATH.replace('.html', ''),
};
const nameOf = (source: string): string => NAMES[source] ?? `docs/${posix.basename(source, '.md').toLowerCase()}`;

function errorsPage(errors: readonly ErrorSentence[]): DocumentPage {
  const section = (wanted: string): string =>
    errors
      .filter(({ code }) => code === wanted)
      .map(({ sentence, functions }) => {
        const from = functions.map((id) => `[MD.${id}](../${helpPath(id)})`).join(', ');
        return `### ${literal(sentence)}\n${from === '' ? '' : `\nFrom ${from}.\n`}`;
      })
      .join('\n');
  return pageOf(
    ERRORS,
    `# All errors

Every sentence of an error in a cell. The mark … stands for what differs each time, such as a name, a number or a date.

## #N/A: there is no value to show

${section('#N/A')}
## #VALUE!: an argument is wrong

${section('#VALUE!')}`,
    'Error',
  );
}

function settingsPage(): DocumentPage {
  const item = ({ label, hint, choices = [], standard }: SettingText): string =>
    [
      `### ${literal(label)}`,
      literal(hint),
      ...(choices.length > 0 ? [`One of: ${choices.map(literal).join('; ')}.`] : []),
      ...(standard === undefined ? [] : [`Unless you change it: ${literal(standard)}.`]),
    ].join('\n\n');
  const places = [...new Set(SETTING_TEXTS.map(({ place }) => place))];
  const sections = places.map((place) =>
    [`## ${literal(place)}`, ...SETTING_TEXTS.filter((one) => one.place === place).map(item)].join('\n\n'),
  );
  return pageOf(
    SETTINGS,
    `# All settings\n\nEvery setting of the pane, below its tab and the part of it.\n\n${sections.join('\n\n')}\n`,
    'Setting',
  );
}

/** What there is, with links. */
function contentsPage(
  help: readonly DocumentPage[],
  forUsers: readonly DocumentPage[],
  forOthers: readonly DocumentPage[],
  lists: readonly DocumentPage[],
): DocumentPage {
  const items = (pages: readonly DocumentPage[]): string =>
    pages
      .map(({ name, title, summary }) => `- [${literal(title)}](../${name}.html)${summary && `: ${summary}`}`)
      .join('\n');
  const [introduction] = forOthers;
  const page = pageOf(
    CONTENTS,
    `# MD for Excel

> ${introduction!.summary}

## For users

${items([...forUsers, ...lists])}

## Functions

${items(help)}

## For those who install or develop

${items(forOthers)}
`,
  );
  // The search finds each document itself, and not this list of them.
  return { ...page, entries: [] };
}

/** The text with a backslash before each sign that Markdown would take for a mark. */
const literal = (text: string): string => text.replace(/[\\`*_[\]<>|#]/g, '\\$&');

/** A heading knows its address, and a page what stands below each. */
type Heading = Tokens.Heading & { id: string };

/** @param kind of what stands below each third heading, if it is a list of such */
function pageOf(name: string, markdown: string, kind: SearchEntry['kind'] = 'Document'): DocumentPage {
  const tokens = MARKED.lexer(markdown);
  const title = titleOf(markdown);
  const ids = new Map<string, number>();
  const entries: Mutable<SearchEntry>[] = [];
  let [summary, group] = ['', ''];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = token as Heading;
      const text = plain(heading.text);
      const count = ids.get(idOf(text)) ?? 0;
      ids.set(idOf(text), count + 1);
      heading.id = count === 0 ? idOf(text) : `${idOf(text)}-${count}`;
      const path = `${name}.html${heading.depth === 1 ? '' : `#${heading.id}`}`;
      if (kind === 'Document')
        entries.push({ kind, title: text === title ? title : `${title}: ${text}`, text: '', path });
      else if (heading.depth === 3) entries.push({ kind, title: text, text: group, path });
      else group = text;
    } else if (token.type !== 'space') {
      const last = entries.at(-1);
      if (last)
        last.text = `${last.text}${last.text === '' || kind === 'Document' ? ' ' : '. '}${plain(token.raw)}`.trim();
      if (token.type === 'paragraph') summary ||= firstSentenceOf((token as Tokens.Paragraph).text);
    }
  }
  // A heading without a text of its own is not in the search.
  return {
    name,
    title,
    summary,
    html: MARKED.parser(tokens),
    entries: entries.filter(({ text }) => text !== ''),
  };
}

const firstSentenceOf = (markdown: string): string => {
  const text = markdown.replace(LINK, '$2').replace(/\s+/g, ' ');
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
};

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The text without its marks. */
const plain = (markdown: string): string =>
  markdown
    .replace(LINK, '$2')
    .replace(/^[\s>|-]+$/gm, '')
    .replace(/\\(.)/g, '$1')
    .replace(/`|\*\*/g, '')
    .replaceAll('|', ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** As GitHub makes it, so that links between the documents work in both places. */
const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const MARKED = new Marked({
  renderer: {
    heading(token) {
      const { depth, id } = token as Heading;
      return `<h${depth} id="${id}">${this.parser.parseInline(token.tokens)}</h${depth}>\n`;
    },
    code: ({ text }) => `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`,
    html: ({ text }) => escape(text),
    table(token) {
      const { header, rows } = token;
      // A table without column names only puts pictures beside their texts.
      if (header.every(({ text }) => text === '')) {
        const beside = (cells: readonly Tokens.TableCell[]): string =>
          cells.map(({ tokens }) => `<div>${this.parser.parseInline(tokens)}</div>`).join('');
        return rows.map((cells) => `<div class="beside">${beside(cells)}</div>\n`).join('');
      }
      const names = header.map(({ text }) => plain(text)).filter(Boolean);
      const table = Renderer.prototype.table.call(this, token) as string;
      return `<div class="result" tabindex="0" role="group" aria-label="${escape(names.join(', '))}">${table}</div>\n`;
    },
  },
});

/** A page may load only files from its own server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function framed({ title, html, script }: DocumentPage, version: string): string {
  // Every page lies in a folder.
  const links = [
    [`../${CONTENTS}.html`, 'Documents'],
    [`../${LIST_PATH}`, 'Functions'],
    [`../${ERRORS}.html`, 'Errors'],
    [`../${SETTINGS}.html`, 'Settings'],
    ['../', 'Workbench'],
  ] as const;
  const scripts = ['docs/search.js', ...(script === undefined ? [] : [script])];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} – MD for Excel ${version}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../docs/documents.css">
${scripts.map((path) => `<script type="module" src="../${path}"></script>`).join('\n')}
</head>
<body>
<header>
<nav aria-label="MD for Excel">${links.map(([path, text]) => `<a href="${path}">${text}</a>`).join('\n')}</nav>
<form role="search" aria-label="Documents" hidden>
<label for="search">Search functions, arguments, errors, settings</label>
<input id="search" type="search" autocomplete="off" spellcheck="false">
<p role="status"></p>
<ul hidden></ul>
</form>
</header>
<main>
${html}
</main>
<footer><p>Version ${version}</p></footer>
</body>
</html>
`;
}

/** The files that pages show or offer beside their texts. */
function filesBeside(pages: readonly DocumentPage[]): StaticFiles {
  const names = pages.flatMap(({ html }) => [...html.matchAll(/ (?:src|href)="\.\.\/(docs\/[\w/-]+\.(?!html)\w+)"/g)]);
  const paths = new Set(names.map(([, path]) => path!));
  return Object.fromEntries([...paths].map((path) => [path, new Uint8Array(readFileSync(join(ROOT, path)))]));
}

/** The search, and its library with the library's licence. */
function searchScripts(): StaticFiles {
  const library = createRequire(__filename).resolve('minisearch');
  const read = (path: string): string => readFileSync(join(dirname(library), path), 'utf8');
  const minified = (script: string): string =>
    transformSync(script, { isModule: true, jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, minify: true })
      .code;
  return {
    'docs/search.js': minified(readFileSync(join(__dirname, 'document-search.ts'), 'utf8')),
    'docs/minisearch.js': `/*\n${read('../../LICENSE.txt')}*/\n${minified(read('../es/index.js'))}`,
  };
}

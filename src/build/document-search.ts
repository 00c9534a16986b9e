import type MiniSearch from 'minisearch';

export interface SearchEntry {
  readonly kind: 'Function' | 'Argument' | 'Setting' | 'Error' | 'Document';
  readonly title: string;
  readonly text: string;
  /** Other names that people use for it. */
  readonly words?: string;
  /** Its page and the place in it, relative to the folder of the documents. */
  readonly path: string;
}

const MOST_HITS = 12;

/** By kind: documents weigh less, because they mention what the other kinds are about. */
const WEIGHTS: Readonly<Record<SearchEntry['kind'], number>> = {
  Function: 2,
  Setting: 1.5,
  Argument: 1,
  Error: 1,
  Document: 0.7,
};

/**
 * Finds entries, the nearest first: those with all words of a query, then those with some of them, because a pasted
 * error contains the symbols of its user.
 * @param Engine the library, which the page loads from beside it
 */
export function finderOf(entries: readonly SearchEntry[], Engine: typeof MiniSearch): (query: string) => SearchEntry[] {
  const engine = new Engine<SearchEntry & { readonly id: number }>({
    fields: ['title', 'words', 'text'],
    searchOptions: {
      boost: { title: 4, words: 2 },
      boostDocument: (id: number) => WEIGHTS[entries[id]!.kind],
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  engine.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return (query) => {
    const found = [...engine.search(query, { combineWith: 'AND' }), ...engine.search(query)];
    return [...new Set(found.map(({ id }) => entries[id as number]!))].slice(0, MOST_HITS);
  };
}

/** The search box of a page. It and its data are loaded when somebody enters it. */
function start(form: HTMLFormElement): void {
  const input = form.querySelector('input')!;
  const [said, list] = [form.querySelector<HTMLElement>('[role=status]')!, form.querySelector('ul')!];
  let finder: Promise<(query: string) => SearchEntry[]> | undefined;
  const load = (): Promise<(query: string) => SearchEntry[]> => (finder ??= loadFinder());

  async function search(): Promise<void> {
    const query = input.value.trim();
    let found: SearchEntry[] = [];
    try {
      if (query !== '') found = (await load())(query);
    } catch {
      finder = undefined;
      said.textContent = 'The search could not be loaded: check the connection, then type again';
      return;
    }
    // The user may have typed more before the answer came.
    if (query !== input.value.trim()) return;
    list.replaceChildren(...found.map(itemOf));
    list.hidden = found.length === 0;
    said.textContent = query === '' ? '' : found.length === 0 ? `No matches for “${query}”` : `${found.length} found`;
  }

  form.hidden = false;
  // A failure is only reported when the user types.
  input.addEventListener('focus', () => void load().catch(() => undefined));
  input.addEventListener('input', () => void search());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void search().then(() => list.querySelector('a')?.click());
  });
}

/** The folder of the documents, beside which this script lies. */
const folder = (): URL => new URL('../', import.meta.url);

async function loadFinder(): Promise<(query: string) => SearchEntry[]> {
  const library = './minisearch.js';
  const [{ default: Engine }, entries] = await Promise.all([
    import(library) as Promise<typeof import('minisearch')>,
    fetch(new URL('docs/search.json', folder())).then((answer) => answer.json() as Promise<SearchEntry[]>),
  ]);
  return finderOf(entries, Engine);
}

function itemOf({ kind, title, text, path }: SearchEntry): HTMLLIElement {
  const [item, link, about] = [document.createElement('li'), document.createElement('a'), document.createElement('p')];
  link.href = new URL(path, folder()).href;
  link.textContent = title;
  about.textContent = `${kind}${text === '' ? '' : `: ${text.length > 120 ? `${text.slice(0, 120)}…` : text}`}`;
  item.append(link, about);
  return item;
}

if (typeof document !== 'undefined') {
  const form = document.querySelector<HTMLFormElement>('form[role=search]');
  if (form) start(form);
}

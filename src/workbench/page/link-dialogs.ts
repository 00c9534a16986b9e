import type { NewSheet } from '../../app/host';
import type { Session } from '../../app/session';
import { parseA1 } from '../../core/sheet';
import { modelDates } from '../../taskpane/models/model';
import { loadLanguage } from '../../taskpane/texts/language';
import { bookOf, workbookOf } from './linked-workbook';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { askUser, count, tellUser, withoutFullStop } from './dialog';
import type { Files } from './files';
import {
  BOOK,
  type Brought,
  broughtBy,
  countFormulas,
  type LinkedBook,
  refusalOfLink,
  withoutBrought,
  writeBook,
} from './links';

/** Opens what the address of the page brings, now and when a link is pasted into the address of the open page. */
export function openLinks(session: Session, files: Files): void {
  let opened = openLink(session, files);
  addEventListener('hashchange', () => {
    // One question at a time.
    opened = opened.then(() => openLink(session, files));
  });
}

/**
 * Opens what the address brings, once, and only when the user has seen what it is: nothing is calculated before.
 */
async function openLink(session: Session, files: Files): Promise<void> {
  const address = location.href;
  const cleared = withoutBrought(address);
  if (cleared === address) return;
  history.replaceState(null, '', cleared);
  try {
    await open(broughtBy(address)!, session, files);
  } catch (error) {
    await tellUser('This link was not opened', `${withoutFullStop(error)}. Your workbook is as it was.`);
  }
}

async function open(brought: Brought, session: Session, files: Files): Promise<void> {
  if ('book' in brought) {
    const { book } = brought;
    if (await isWanted(`This link brings “${book.name}” with ${count(countFormulas(book), 'formula')}`))
      await openBook(book, session, files);
  } else if ('open' in brought) {
    const name = brought.open.pathname.split('/').at(-1) ?? '';
    if (!(await isWanted(`This link brings the file ${name}`))) return;
    const answer = await fetch(brought.open).catch(() => undefined);
    if (!answer)
      throw new Error(`The file ${name} could not be loaded: check the connection, then open the link again`);
    if (!answer.ok) throw new Error(`The file ${name} is not there: ask for the link again`);
    await files.openFile(new File([await answer.blob()], name));
  } else {
    const sheet = 'formula' in brought ? sheetWith(brought.formula) : await modelOf(brought.model, session);
    const formulas = sheet.rows.flat().filter((cell) => cell?.formula !== undefined).length;
    const what =
      'formula' in brought ? brought.formula : `the model “${sheet.name}” with ${count(formulas, 'formula')}`;
    if (await isWanted(`This link brings ${what}`)) await session.host.workbook.addSheet(sheet);
  }
}

async function openBook(book: LinkedBook, session: Session, files: Files): Promise<void> {
  if (!(await files.replaceWorkbook(`Open “${book.name}”`, workbookOf(book)))) return;
  const active = parseA1(book.active ?? '', '');
  if (active && book.sheets.some(({ name }) => name === active.sheet)) await session.host.workbook.select(active);
}

const isWanted = (what: string): Promise<boolean> =>
  askUser('From a link', `${what}. Open it?`, [
    { text: 'Open', answer: true },
    { text: 'Cancel', answer: false },
  ]);

const sheetWith = (formula: string): NewSheet => ({
  name: /MD\.[A-Z]+/.exec(formula)![0],
  rows: [[{ formula }]],
  columnWidths: [],
});

async function modelOf(id: string, session: Session): Promise<NewSheet> {
  const { SAMPLE_MODELS } = await import('../../taskpane/models/catalog');
  const model = SAMPLE_MODELS.find((one) => one.id === id);
  if (!model) {
    const ids = SAMPLE_MODELS.map((one) => one.id).join(', ');
    throw new Error(`There is no model "${id}": a link may bring ${ids}`);
  }
  const dates = modelDates(new Date(session.now()), session.dateSystem);
  const { texts } = await (await loadLanguage(session.host.language)).withLateTexts();
  return model.create(dates, texts);
}

/** Copies a link that brings the open workbook, or says why there is none. */
export async function copyLink(sheet: Spreadsheet): Promise<void> {
  const book = bookOf(sheet);
  const bare = { ...book, styles: [], sheets: book.sheets.map(({ name, cells }) => ({ name, cells })) };
  const texts = [book, bare].map(writeBook);
  const text = texts.find((one) => refusalOfLink(one) === undefined);
  if (text === undefined) {
    await tellUser(
      'The workbook is too large for a link',
      `${refusalOfLink(texts[1]!)} Download it and send the file.`,
    );
    return;
  }
  const link = new URL(withoutBrought(location.href));
  link.search = '';
  link.hash = `${BOOK}=${text}`;
  const cells = count(countFormulas(book), 'formula');
  await navigator.clipboard.writeText(link.href).then(
    () =>
      tellUser(
        'The link is copied',
        `It brings “${book.name}” with ${cells}: constants, formulas and names, ${
          text === texts[0] ? 'formats and widths' : 'without formats and widths, which have no room in a link'
        }; not your key or an address.`,
      ),
    () =>
      tellUser('The link was not copied', 'The browser refuses the clipboard to this page: allow it, then try again.'),
  );
}

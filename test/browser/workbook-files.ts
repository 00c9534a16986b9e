import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { type ParsingOptions, read, type WorkBook } from '@e965/xlsx';
import type { WorkbenchPage } from './workbench-page';

/** A folder for the tests of a file, which goes with them. */
export function useFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'workbench-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

export const button = ({ page }: WorkbenchPage, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a workbook from the disk, as a user does, and waits until it is open or a dialog asks or says something. */
export async function openFile(workbench: WorkbenchPage, file: string): Promise<void> {
  const [chooser] = await Promise.all([workbench.page.waitForEvent('filechooser'), workbench.choose('Open…')]);
  // The name is written anew even if it stays the same.
  const opening = await workbench.page.evaluateHandle(() => {
    const name = document.getElementById('workbook-name')!;
    const isAnswered = ({ target, addedNodes }: MutationRecord) =>
      target === name ||
      [...addedNodes].some((node) => node instanceof HTMLDialogElement && !node.querySelector('progress'));
    const answered = new Promise<void>((resolve) => {
      const observer = new MutationObserver((records) => {
        if (!records.some(isAnswered)) return;
        observer.disconnect();
        resolve();
      });
      for (const target of [name, document.body]) observer.observe(target, { childList: true });
    });
    return { answered };
  });
  await chooser.setFiles(file);
  await opening.evaluate(({ answered }) => answered);
}

/**
 * Keeps the open workbook in a file.
 *
 * @param start what begins the download; by default its button
 * @returns the name that the workbench suggests
 */
export async function saveFile(
  workbench: WorkbenchPage,
  file: string,
  start: () => Promise<void> = () => workbench.choose('Download'),
): Promise<string> {
  const [download] = await Promise.all([workbench.page.waitForEvent('download'), start()]);
  await download.saveAs(file);
  return download.suggestedFilename();
}

/** Reads a workbook with number formats and the files of its package. */
export const readBook = (file: string, options: ParsingOptions = {}): WorkBook =>
  read(file, { type: 'file', cellNF: true, xlfn: true, bookFiles: true, ...options });

/** The text of a file of the package; empty if there is none. */
export const partOf = (book: WorkBook, name: string): string =>
  Buffer.from(
    (book as WorkBook & { files: Record<string, { content: Uint8Array } | undefined> }).files[name]?.content ?? [],
  ).toString();

/** A workbook of another program, with texts of its parts replaced. */
export function changed(
  bytes: Uint8Array,
  changes: readonly (readonly [part: string, from: string, to: string])[],
): Uint8Array {
  const parts = unzipSync(bytes);
  for (const [part, from, to] of changes) {
    const text = strFromU8(parts[part]!);
    expect(text).toContain(from);
    parts[part] = strToU8(text.replace(from, to));
  }
  return zipSync(parts);
}

import type { Files } from './files';
import type { OpenWorkbook } from './open-workbook';

interface FileElements {
  readonly startNew: HTMLElement;
  readonly open: HTMLElement;
  readonly download: HTMLElement;
  readonly reset: HTMLElement;
  readonly input: HTMLInputElement;
  /** Shows the workbook's name. */
  readonly name: HTMLElement;
}

/** Connects the file buttons and Ctrl+S, and shows the workbook's name, marked while there are unsaved changes. */
export function connectFiles(elements: FileElements, files: Files, current: OpenWorkbook): void {
  const { startNew, open, download, reset, input } = elements;
  startNew.addEventListener('click', () => {
    void files.startNew();
  });
  download.addEventListener('click', () => {
    void files.save();
  });
  reset.addEventListener('click', () => {
    void files.reset();
  });
  open.addEventListener('click', () => {
    input.click();
  });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    // Otherwise choosing the same file again would not be a change.
    input.value = '';
    if (file) void files.open(file);
  });
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    void files.save();
  });
  const showName = (): void => {
    elements.name.textContent = current.isUnsaved ? `${current.name} — edited` : current.name;
    document.title = `${current.isUnsaved ? '• ' : ''}${current.name} – MD workbench`;
  };
  current.onChange(showName);
}

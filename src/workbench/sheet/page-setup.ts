import type { PrintSetup } from '../../app/new-sheet';

/** Where a sheet keeps its page: the engine has none, and leaves alone what it finds there. */
export const PAGE = 'page';

/** How a sheet is printed, as a file has it. */
export interface PageSetup {
  /** Elements of the file's sheet, from the print options to the footer. */
  readonly xml: string;
  /** Whether it is made to fit on pages. */
  readonly isFitted: boolean;
  /** Rows and columns on every page: "$11:$11". */
  readonly titles?: string;
  readonly area?: string;
}

/** As wide as the page, as many pages as it takes, each with the headings, the sheet's name and its number. */
export const pageFor = ({ area, orientation, titleRows }: PrintSetup): PageSetup => ({
  xml: `<pageMargins left="0.5" right="0.5" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><pageSetup orientation="${orientation}" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>`,
  isFitted: true,
  titles: titleRows.replace(/\d+/g, '$$$&'),
  area: area.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2'),
});

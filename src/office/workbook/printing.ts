import type { PrintSetup } from '../../app/new-sheet';

/** As wide as the page, on as many pages as needed, each with the headings and its page number. */
export function setUpPrinting(sheet: Excel.Worksheet, { area, orientation, titleRows }: PrintSetup): void {
  const { pageLayout } = sheet;
  pageLayout.setPrintArea(area);
  pageLayout.orientation = orientation === 'landscape' ? 'Landscape' : 'Portrait';
  pageLayout.zoom = { horizontalFitToPages: 1 };
  pageLayout.setPrintTitleRows(`$${titleRows.replace(':', ':$')}`);
  pageLayout.headersFooters.defaultForAllPages.leftFooter = '&A';
  pageLayout.headersFooters.defaultForAllPages.rightFooter = '&P / &N';
}

import type { Highlight, CellTone } from '../../app/new-sheet';

/** Text and fill colours that differ in lightness too, not just in hue. */
const TONES: Readonly<Record<CellTone, { readonly font: string; readonly fill: string }>> = {
  good: { font: '#14532d', fill: '#e3f1e5' },
  caution: { font: '#6b4e00', fill: '#fff3cd' },
  bad: { font: '#8f1d12', fill: '#fbdfdb' },
  missing: { font: '#4a5562', fill: '#e4e8ec' },
};

/** Adds conditional formats. Later ones take precedence. */
export function addHighlights(sheet: Excel.Worksheet, highlights: readonly Highlight[]): void {
  for (const { block, when, value, tone } of highlights) {
    const { cellValue } = sheet.getRange(block).conditionalFormats.add('CellValue');
    cellValue.rule = {
      formula1: typeof value === 'string' ? `="${value.replaceAll('"', '""')}"` : String(value),
      operator: when === 'equal' ? 'EqualTo' : 'GreaterThan',
    };
    cellValue.format.font.color = TONES[tone].font;
    cellValue.format.fill.color = TONES[tone].fill;
  }
}

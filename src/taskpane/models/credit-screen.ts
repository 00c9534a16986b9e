import type { Model } from './model';
import { filledBySpill, formula, heading, headingFormula, input, label, note, SheetDraft, title } from './sheet-draft';

const COMPANIES = ['AAPL', 'MSFT', 'NVDA', 'KO', 'PEP', 'XOM', 'CVX', 'BA', 'CAT', 'F', 'T', 'INTC', 'NKE', 'DIS'];
const FIRST = 11;
const LAST = FIRST + COMPANIES.length - 1;

/** How many of the three models warn; a score that is not published warns of nothing. */
const warnings = (row: number): string =>
  `=IFERROR(N(B${row}<$B$4),0)+IFERROR(N(C${row}<$B$5),0)+IFERROR(N(D${row}>$B$7),0)`;
const zone = (row: number): string => `=IFERROR(IF(C${row}<$B$5,"distress",IF(C${row}>$B$6,"safe","grey")),"not published")`;
const verdict = (row: number): string => `=IF(F${row}>=2,"avoid",IF(F${row}=1,"review","pass"))`;

/** Three financial health scores of a list of companies, held against the thresholds in their literature. */
export const creditScreen: Model = {
  id: 'credit',
  create() {
    const sheet = new SheetDraft('Credit screen', [34, 12, 12, 12, 16, 12, 12, 14])
      .put('A1', [[title('Credit screen')], [note('Type other companies over the blue ones. One MD.SCORE formula, in B10, fetches all scores.')]])
      .put('A4', [
        [label('Piotroski F at least'), input(5, '0'), undefined, label('Pass'), formula(`=COUNTIF(G${FIRST}:G${LAST},"pass")`, '0')],
        [label('Altman Z: distress below'), input(1.81, '0.00'), undefined, label('Review'), formula(`=COUNTIF(G${FIRST}:G${LAST},"review")`, '0')],
        [label('Altman Z: safe above'), input(2.99, '0.00'), undefined, label('Avoid'), formula(`=COUNTIF(G${FIRST}:G${LAST},"avoid")`, '0')],
        [label('Beneish M: manipulation above'), input(-1.78, '0.00')],
      ])
      .put(`A${FIRST - 1}`, [[heading('Company'), headingFormula(`=MD.SCORE(A${FIRST}:A${LAST},"all",,TRUE)`), ...filledBySpill(2, { style: 'heading' }),
        heading('Altman zone'), heading('Warnings'), heading('Verdict'), headingFormula(`=MD.QUOTE(A${FIRST}:A${LAST},"mid","stocks",2,TRUE)`)]]);
    COMPANIES.forEach((company, index) => {
      const row = FIRST + index;
      sheet.put(`A${row}`, [[input(company), { format: '0' }, ...filledBySpill(2, { format: '0.00' }),
        formula(zone(row)), formula(warnings(row), '0'), formula(verdict(row)), { format: '#,##0.00' }]]);
    });
    return sheet.build();
  },
};

import { emptyWorkbook } from '../../../src/workbench/sheet/sample-model';
import { Spreadsheet } from '../../../src/workbench/sheet/spreadsheet';
import '../../../src/workbench/page/workbench.css';

/** The spreadsheet engine with an empty sheet: no functions, no pane, no service. */
document.body.className = '';
const grid = document.getElementById('grid')!;
grid.inert = false;
const sheet = new Spreadsheet(grid);
sheet.openWorkbook(emptyWorkbook());
Object.assign(window, {
  engineAlone: {
    values: () => {
      const values: unknown[] = [];
      sheet.workbook
        .getActiveSheet()
        .getCellMatrix()
        .forValue((_, __, cell) => {
          values.push(cell?.v);
        });
      return values;
    },
  },
});

import { emptyWorkbook } from '../../../src/workbench/sheet/sample-model';
import { Spreadsheet } from '../../../src/workbench/sheet/spreadsheet';
import '../../../src/workbench/page/workbench.css';

/** The spreadsheet engine with an empty sheet: no functions, no pane, no service. */
document.body.className = '';
new Spreadsheet(document.getElementById('grid')!).openWorkbook(emptyWorkbook());

import { transformSync } from '@swc/core';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import {
  CellValueType,
  Direction,
  extractPureTextFromCell,
  type ICommandInfo,
  ObjectMatrix,
  requestImmediateMacroTask,
  Styles,
  Worksheet,
} from '@univerjs/core';
import { AutoFillRules, AutoFillService, SetRangeValuesMutation } from '@univerjs/preset-sheets-core';
import { getPatternPreview } from '@univerjs/sheets-numfmt';
import { parseNumber } from 'numfmt';
import * as unused from '../../../../src/workbench/univer-patches/unused-packages';

type EmitFile = (name: string, content: Buffer) => void;

interface Loader {
  (this: { emitFile: EmitFile }, source: string): string;
  readonly CHANGES: readonly (readonly [found: string | RegExp, instead: unknown])[];
}

/** A loader for webpack. */
const changeSource = jest.requireActual<Loader>('../../../../src/workbench/univer-patches/source-changes.cjs');
const changed = (source: string, emitFile: EmitFile = () => undefined): string =>
  changeSource.call({ emitFile }, source);

describe('what the engine brings along and the page leaves out', () => {
  const packages = join(__dirname, '../../../../node_modules');
  const fileOf = (name: string): string => join(packages, '@univerjs', name, 'lib/es/index.js');
  const sourceOf = (name: string): string => readFileSync(fileOf(name), 'utf8');
  const names = readdirSync(join(packages, '@univerjs')).filter((name) => existsSync(fileOf(name)));

  test('is found where it is changed, and in no other place', () => {
    const sources = names.map(sourceOf);
    const placesIn = (source: string, found: string | RegExp): number =>
      typeof found === 'string' ? source.split(found).length - 1 : (source.match(new RegExp(found, 'gm')) ?? []).length;
    const places = (found: string | RegExp): number =>
      sources.reduce((sum, source) => sum + placesIn(source, found), 0);
    const isRight = ([found]: readonly [string | RegExp, unknown]): boolean =>
      found instanceof RegExp && found.global ? places(found) > 0 : places(found) === 1;
    expect(changeSource.CHANGES.filter((change) => !isRight(change))).toEqual([]);
  });

  test('are three packages, each imported for one purpose', () => {
    const engine = sourceOf('engine-render');
    const imports = [...engine.matchAll(/^import (.+) from "(cjk-regex|franc-min|opentype\.js)";$/gm)];
    expect(imports.map(([, what, from]) => `${what} from ${from}`)).toEqual([
      '* as cjk from cjk-regex',
      '{ parse } from opentype.js',
      '{ franc } from franc-min',
    ]);
    expect([...new Set([...engine.matchAll(/\bcjk\.(\w+)/g)].map(([, name]) => name))].sort()).toEqual([
      'all',
      'letters',
      'punctuations',
    ]);
  });

  test.each(['letters', 'punctuations', 'all'] as const)(
    'the pattern of Chinese, Japanese and Korean %s is that of the package, for every character',
    (name) => {
      const { href } = pathToFileURL(join(packages, 'cjk-regex/lib/index.js'));
      const script = `import * as cjk from '${href}'; console.log(cjk.${name}().toRegExp().source)`;
      const source = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).trim();
      const [theirs, ours] = [new RegExp(source), unused[name]().toRegExp()];
      const different: string[] = [];
      for (let code = 0; code <= 0x10_ffff; code++) {
        const character = String.fromCodePoint(code);
        // Their Unicode may be newer than that of this Node.
        if (theirs.test(character) !== ours.test(character) && !/\p{Cn}/u.test(character)) different.push(character);
      }
      expect(different).toEqual([]);
    },
  );

  test('the language of a text is unknown', () => {
    expect(unused.franc()).toBe('und');
  });

  test('the tables of hyphens are files of their own, but for one, and the page has none', () => {
    const source = sourceOf('engine-render');
    expect(source.match(/\bimport\(/g)).toHaveLength(77);
    const left = changed(source);
    expect(left).not.toMatch(/\bimport\(/);
    expect(left).toContain('\nconst EnUs = ["", "{}"];\n');
    expect(changed('import("./elsewhere.js")')).toBe('import("./elsewhere.js")');
  });

  test('each character of a long text is divided from a few that follow it, not from all', () => {
    const [source = ''] = /^function getFirstGrapheme\([^]*?^\}/m.exec(changed(sourceOf('engine-render'))) ?? [];
    const segment = jest.fn((text: string) => new Intl.Segmenter().segment(text));
    const first = runInNewContext(`${source}; getFirstGrapheme`, { segmenter: { segment } }) as (
      text: string,
    ) => string;
    expect(first(`👨‍👩‍👧‍👦${'x'.repeat(32_767)}`)).toBe('👨‍👩‍👧‍👦');
    expect(segment.mock.calls[0]![0].length).toBeLessThan(1_000);
  });

  test('the only wait before a calculation is for what else has changed, no longer for an order to calculate', () => {
    const source = sourceOf('sheets-formula');
    expect(source.match(/\}, 100\)/g)).toHaveLength(1);
    const quick = '}, command.id === "formula.mutation.set-trigger-formula-calculation-start" ? 0 : 100)';
    expect(changed(source).split(quick)).toHaveLength(2);
    expect(changed(source)).not.toMatch(/\}, 100\)/);
  });

  test('no command gives a cell the name of a formula that another cell has', () => {
    const commands = names.filter((name) => name !== 'engine-formula').map(sourceOf);
    expect(commands.join('\n')).toMatch(/\bsi(?::| =) formulaId/);
    expect(changed(commands.join('\n'))).not.toMatch(/\bsi(?::| =) formulaId/);
  });

  test('what is said beside a number that is a text has words', () => {
    expect(changed(sourceOf('sheets-ui'))).toContain('t("sheets-numfmt-ui.info.forceStringInfo")');
    const texts = readFileSync(join(packages, '@univerjs/sheets-numfmt-ui/lib/es/locale/en-US.js'), 'utf8');
    expect(texts).toContain('forceStringInfo: "Number stored as text"');
  });

  test('TRUE is copied as TRUE, not as the number that stands for it', () => {
    const source = sourceOf('sheets-ui');
    expect(source).toContain(
      'if (isNotNullOrUndefined(cell.displayV)) return cell.displayV;\n\treturn extractPureText',
    );
    expect(changed(source)).toContain(
      'if (cell.t !== CellValueType.BOOLEAN && isNotNullOrUndefined(cell.displayV)) return',
    );
    expect(extractPureTextFromCell({ v: 1, t: CellValueType.BOOLEAN })).toBe('TRUE');
  });

  test('pasted cells without a look have that of the cells there, or of the sheet', () => {
    const pasting = changed(sourceOf('sheets-ui'));
    expect(pasting).toMatch(/\.\.\.\(pasteFrom \? \{\} : worksheet\.getDefaultCellStyleInternal\(\)\),/);
    expect(pasting).toContain('} : {}, value.s) };');
  });

  describe('a row whose cells are filled', () => {
    const heightsAfter = (cells: Record<number, number>, rows: Record<number, object>): unknown[] => {
      const sheet = new Worksheet('', { defaultRowHeight: 20, rowData: rows }, new Styles({ 1: { fs: 30 } }));
      Object.assign(sheet, { getCellHeight: (_row: number, column: number) => cells[column] });
      const executed: unknown[] = [];
      const service = { _commandService: { syncExecuteCommand: (_id: string, what: object) => executed.push(what) } };
      const workbook = { getStyles: () => new Styles({ 1: { fs: 30 } }), getUnitId: () => '' };
      const filled = Object.fromEntries(Object.keys(cells).map((column) => [column, { s: '1' }]));
      const fill = [{ id: SetRangeValuesMutation.id, params: { cellValue: { 4: filled } } }];
      const { undos } = (
        AutoFillService.prototype as unknown as Record<string, (...what: unknown[]) => { undos: ICommandInfo[] }>
      )._getAutoHeightUndoRedos!.call(service, fill, workbook, sheet);
      return [...executed, ...undos.map(({ params }) => params)].map(
        (params) => (params as { rowsAutoHeightInfo: { autoHeight: number }[] }).rowsAutoHeightInfo.at(-1)!.autoHeight,
      );
    };

    test.each([
      ['keeps its height for formulas without a result yet', { 2: 0 }, {}, []],
      ['keeps its height for a smaller text', { 2: 19 }, {}, []],
      ['keeps the height of its own for a text that fits in', { 2: 30 }, { 4: { h: 40 } }, []],
      ['keeps a height that is fixed', { 2: 30 }, { 4: { h: 25, ia: 0 } }, []],
      ['is as high as its highest cell, until the fill is undone', { 2: 35, 3: 30 }, {}, [35, 20]],
      ['has its own height again when the fill is undone', { 2: 50 }, { 4: { h: 40 } }, [50, 40]],
    ])('%s', (_, cells: Record<number, number>, rows, heights) => {
      expect(heightsAfter(cells, rows)).toEqual(heights);
    });
  });

  test.each([
    ['dateRule', '2026-01-15 2026-02-15', '2026-03-15 2026-04-15 2026-05-15'],
    ['dateRule', '2026-01-31 2026-02-28', '2026-03-31 2026-04-30 2026-05-31'],
    ['dateRule', '2026-01-30 2026-02-28', '2026-03-30 2026-04-30 2026-05-30'],
    ['dateRule', '2025-12-31 2026-12-31', '2027-12-31 2028-12-31 2029-12-31'],
    ['dateRule', '2026-06-30 2026-03-31', '2025-12-31 2025-09-30 2025-06-30'],
    ['dateRule', '2026-01-05 2026-01-12', '2026-01-19 2026-01-26 2026-02-02'],
    ['dateRule', '2026-01-31', '2026-02-01 2026-02-02 2026-02-03'],
    ['numberRule', '1 2 4', '5.33333333333333 6.83333333333333 8.33333333333333'],
    ['numberRule', '0.1 0.2', '0.3 0.4 0.5'],
    ['numberRule', '1.2345671 1.2345672', '1.2345673 1.2345674 1.2345675'],
    ['extendNumberRule', 'Q3', 'Q4 Q1 Q2'],
    ['extendNumberRule', 'Qtr2 Qtr4', 'Qtr2 Qtr4 Qtr2'],
    ['extendNumberRule', 'Q9', 'Q10 Q11 Q12'],
  ] as const)('a fill goes on as in Excel (%s): %s, then %s', (rule, given, expected) => {
    const serial = (text: string): number => Date.parse(text) / 864e5 + 25_569;
    const isDate = rule === 'dateRule';
    const data = given.split(' ').map((text) => ({
      v: isDate ? serial(text) : rule === 'numberRule' ? Number(text) : text,
    }));
    const fill = AutoFillRules[rule].applyFunctions!.SERIES!;
    const filled = fill({ data, index: [] }, 3, Direction.DOWN, {});
    const texts = filled.map((cell) =>
      isDate ? new Date((Number(cell!.v) - 25_569) * 864e5).toISOString().slice(0, 10) : String(cell!.v),
    );
    expect(texts.join(' ')).toBe(expected);
    const up = fill({ data: data.toReversed(), index: [] }, 3, Direction.UP, {});
    expect(up.map((cell) => cell!.v)).toEqual(
      data.length > 1 && rule !== 'extendNumberRule' ? filled.map((cell) => cell!.v).toReversed() : expect.anything(),
    );
  });

  test('a name may be that of a function or of a sheet', () => {
    const source = sourceOf('sheets');
    for (const reason of ['nameConflict', 'nameSheetConflict']) {
      expect(source.split(`return "sheets.definedName.${reason}"`)).toHaveLength(2);
      expect(changed(source).includes(`return "sheets.definedName.${reason}"`)).toBe(false);
    }
  });

  describe('an amount with digits in groups', () => {
    const patternIn = (source: string): RegExp => {
      const [, pattern = '', flags] = /\n\t+if \(!\/(\S+)\/(i?)\.test\(normalized\)\) return null;/.exec(source)!;
      return new RegExp(pattern, flags);
    };

    test.each(['(3,000,000)', '(1,000.50)', '-$1,000', '($1,000)', '+1,000', '1,250%', '(1,250.5%)', '1,000.5E+3'])(
      'is read with what stands around them: %s',
      (text) => {
        const source = sourceOf('core');
        expect(typeof parseNumber(text)?.v).toBe('number');
        expect(patternIn(source).test(text)).toBe(false);
        expect(patternIn(changed(source)).test(text)).toBe(true);
      },
    );

    test('also of a percentage or a power of ten, whose comma may be a decimal one', () => {
      const isLookedAt = (source: string, format: string): unknown =>
        runInNewContext(/if \((.*#,##0.*)\) \{/.exec(source)![1]!, { z: format });
      for (const text of ['12,5%', '1,5E3', '1,5 %']) {
        const format = parseNumber(text)!.z!;
        expect(isLookedAt(sourceOf('core'), format)).toBe(false);
        expect(isLookedAt(changed(sourceOf('core')), format)).toBe(true);
        expect(patternIn(changed(sourceOf('core'))).test(text)).toBe(false);
      }
      expect(isLookedAt(changed(sourceOf('core')), 'mmm d, yyyy')).toBe(false);
    });

    test.each(['1,23', '1,2,3', '(1,0000)', '1,000,1.00', ',100', '1,000,'])('stays a text: %s', (text) => {
      expect(patternIn(changed(sourceOf('core'))).test(text)).toBe(false);
    });
  });

  test('a double click on the fill handle goes as far as the result on its left', () => {
    const [source = ''] = /_detectFillRange\(source\) \{[^]*?^\t\}$/m.exec(changed(sourceOf('sheets-ui'))) ?? [];
    // A result fills the first column to the 20th row; in the third are seven constants.
    const lengths = [20, 1, 7];
    const worksheet = {
      getCell: (row: number, column: number) => (row < (lengths[column] ?? 0) ? { v: 1 } : null),
      getCellMatrix: () => ({ getValue: (row: number, column: number) => (column === 2 && row < 7 ? { v: 1 } : null) }),
      ...{ getMaxRows: () => 1000, getMaxColumns: () => 26 },
    };
    const filled: unknown = runInNewContext(`({ ${source} })._detectFillRange.call(editor, from)`, {
      editor: { _univerInstanceService: { getCurrentUnitOfType: () => ({ getActiveSheet: () => worksheet }) } },
      ...{ UniverInstanceType: {}, from: { startRow: 0, endRow: 0, startColumn: 1, endColumn: 1 } },
    });
    expect(filled).toMatchObject({ startRow: 0, endRow: 19 });
  });

  test('the cursor has its place before the editor is drawn again', () => {
    const [source = ''] = /generalAddRange = [^]*?^\t\t\};$/m.exec(changed(sourceOf('docs-ui'))) ?? [];
    const placed: unknown[] = [];
    let isLaidOut = false;
    runInNewContext(`(function () { const ${source} generalAddRange(1, 1); }).call(editor)`, {
      editor: { _addTextRange: (range: unknown) => placed.push(range), _addRectRanges: () => undefined },
      ...{ scene: {}, document: {}, style: {}, segmentId: '', segmentPage: -1 },
      docSkeleton: { calculate: () => (isLaidOut = true) },
      getRangeListFromCharIndex: (from: number, to: number) =>
        isLaidOut ? { textRanges: [[from, to]], rectRanges: [] } : undefined,
    });
    expect(placed).toEqual([[1, 1]]);
  });

  test('the steps back of a paste are joined with all that they take away from a look', () => {
    const source = changed(sourceOf('sheets-ui'));
    const join = /^function mergeCellValues\([^]*?^\}$/m.exec(source)![0];
    const border = { s: 1 };
    const looks = [
      { s: { bl: 1, n: null, bd: { t: border, b: null } } },
      { v: 5, s: { bl: 1, bd: { t: border } } },
      { f: '=A1' },
    ];
    const joined: unknown = runInNewContext(`${join}\nmergeCellValues(...looks.map((cell) => ({ 0: { 0: cell } })))`, {
      looks,
      ObjectMatrix,
    });
    expect(joined).toEqual({
      0: { 0: { v: 5, f: '=A1', s: { bl: 1, n: null, bd: { t: border, b: null } } } },
    });
  });

  test('fields are set through one helper, no longer one by one, and none is an accessor of a base class', () => {
    const sources = names.map(sourceOf).filter((source) => /_defineProperty(?:\$\d+)?\(this, "/.test(source));
    expect(sources.length).toBeGreaterThan(15);
    const all = sources
      .flatMap((source) => source.split(/^(?=(?:var|let|const) \w+ = class\b)/m))
      .map((text) => {
        const [, name = '', base = ''] = /^\w+ (\w+) = class(?: \w+)?(?: extends (\w+))? \{/.exec(text) ?? [];
        return { name, base, text };
      })
      .filter(({ name }) => name !== '');
    const classes = new Map(all.map((one) => [one.name, one]));
    const accessorsOf = (name: string): readonly string[] => {
      const { base, text } = classes.get(name) ?? {};
      if (text === undefined || base === name) return [];
      return [...[...text.matchAll(/^\t[gs]et (\w+)\(/gm)].map(([, accessor = '']) => accessor), ...accessorsOf(base!)];
    };
    const inherited = all.flatMap(({ name, base, text }) => {
      const accessors = accessorsOf(base);
      const fields = [...text.matchAll(/_defineProperty(?:\$\d+)?\(this, "(\w+)"/g)].map(([, field = '']) => field);
      return fields.filter((field) => accessors.includes(field)).map((field) => `${name}.${field}`);
    });
    expect(inherited).toEqual([]);
    expect(accessorsOf('Shape')).toContain('width');
    for (const source of sources) {
      const assigned = changed(source);
      expect(assigned).not.toMatch(/_defineProperty(?:\$\d+)?\(this, "/);
      expect(() => transformSync(assigned, { isModule: true })).not.toThrow();
    }
  });

  test.each([
    ['sheets-ui', 3],
    ['docs-ui', 12],
  ])('large pictures of %s become files', (name, count) => {
    const files = new Map<string, Buffer>();
    const source = sourceOf(name);
    const put = changed(source, (file, content) => files.set(file, content));
    expect(source.match(/data:image\/\w+;base64,[\w+/]{4000}/g)).toHaveLength(count);
    expect(put).not.toMatch(/data:image\/\w+;base64,[\w+/]{4000}/);
    expect(put.match(/"picture\.\w{12}\.(?:png|jpeg)"/g)).toHaveLength(count);
    for (const [file, content] of files) {
      expect(put).toContain(`"${file}"`);
      expect(content.subarray(0, 4).toString('latin1')).toMatch(file.endsWith('.png') ? /^\x89PNG/ : /^\xff\xd8\xff/);
    }
  });
});

test('a task that has run leaves no channel behind', async () => {
  const openPorts = (): number =>
    process.getActiveResourcesInfo().filter((resource) => resource === 'MessagePort').length;
  const before = openPorts();
  await new Promise<void>((resolve) => {
    requestImmediateMacroTask(() => resolve());
    expect(openPorts()).toBeGreaterThan(before);
  });
  // A port is closed in a later turn.
  while (openPorts() > before) await new Promise(setImmediate);
});

test.each([
  ['[Red][>=1.1]0.00;0.00', 1.2, 'red'],
  ['[Red][>=1.1]0.00;0.00', 1, undefined],
  ['0.00;[Red]-0.00', -1, 'red'],
  ['[Blue]0.00;[Red]-0.00', 1, 'blue'],
])('the format %s shows %d in its colour: %s', (format, value, color) => {
  expect(getPatternPreview(format, value).color).toBe(color);
});

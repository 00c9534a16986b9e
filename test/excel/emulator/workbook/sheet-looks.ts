import type { HostObject } from '../process-query';
import type { EmulatedSheet } from './emulated-sheet';
import { blockOfObject } from './range-objects';
import { a1 } from '../../../../src/core/sheet';

type Note = (value: string | number | boolean | Readonly<Record<string, unknown>>) => void;

/** What can be set on an object, each noted down with what was set: "B2:C2 Font.Bold true". */
export const notes = (sheet: EmulatedSheet, prefix: string, ...names: readonly string[]): Record<string, Note> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      (value) =>
        sheet.drawn.push(`${prefix}${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`),
    ]),
  );

/** What a sheet has beside its cells: charts, panes that are frozen, and its page. */
export const looksOf = (sheet: EmulatedSheet): NonNullable<HostObject['children']> => ({
  Charts: () => ({
    children: {
      Add: (type: string, source: HostObject) => {
        sheet.drawn.push(`Chart ${type} ${a1(blockOfObject(source))}`);
        const chart = { name: '', seriesCount: blockOfObject(source).columns };
        CHARTS.set(sheet, [...(CHARTS.get(sheet) ?? []), chart]);
        return chartObject(sheet, chart);
      },
      GetItem: (name: string) =>
        chartObject(
          sheet,
          CHARTS.get(sheet)!.find((one) => one.name === name)!,
        ),
      GetItemOrNullObject: (name: string) => {
        const chart = CHARTS.get(sheet)?.find((one) => one.name === name);
        return chart ? chartObject(sheet, chart) : null;
      },
    },
  }),
  FreezePanes: () => ({ methods: called(sheet, 'Freeze.', 'FreezeRows') }),
  PageLayout: () => ({
    settable: notes(sheet, 'Page.', 'Orientation', 'Zoom'),
    methods: called(sheet, 'Page.', 'SetPrintArea', 'SetPrintTitleRows'),
    children: {
      HeadersFooters: () => ({
        children: { DefaultForAllPages: () => ({ settable: notes(sheet, 'Page.', 'LeftFooter', 'RightFooter') }) },
      }),
    },
  }),
});

/** Formats by condition of a block. */
export const conditionalFormats = (sheet: EmulatedSheet, block: string): HostObject => ({
  children: {
    Add: (type: string) => ({
      children: {
        [type]: () => ({
          settable: notes(sheet, `${block} If.`, 'Rule'),
          children: {
            Format: () => ({
              children: {
                Font: () => ({ settable: notes(sheet, `${block} If.Font.`, 'Color') }),
                Fill: () => ({ settable: notes(sheet, `${block} If.Fill.`, 'Color') }),
              },
            }),
          },
        }),
      },
    }),
  },
});

interface EmulatedChart {
  name: string;
  seriesCount: number;
}

const CHARTS = new WeakMap<EmulatedSheet, readonly EmulatedChart[]>();

function chartObject(sheet: EmulatedSheet, chart: EmulatedChart): HostObject {
  const series = (index: number): HostObject => ({
    settable: notes(sheet, `Series${index}.`, 'Name'),
    methods: {
      ...called(sheet, `Series${index}.`, 'SetValues', 'SetXAxisValues'),
      Delete: () => {
        sheet.drawn.push(`Series${index}.Delete`);
        chart.seriesCount -= 1;
        return null;
      },
    },
  });
  return {
    settable: { ...notes(sheet, 'Chart.', 'DisplayBlanksAs'), Name: (name) => (chart.name = String(name)) },
    methods: called(sheet, 'Chart.', 'SetPosition'),
    children: {
      Title: () => ({ settable: notes(sheet, 'Chart.Title.', 'Text') }),
      Legend: () => ({ settable: notes(sheet, 'Chart.Legend.', 'Visible') }),
      Axes: () => ({ children: { ValueAxis: () => ({ settable: notes(sheet, 'Chart.ValueAxis.', 'NumberFormat') }) } }),
      Series: () => ({
        methods: { GetCount: () => chart.seriesCount },
        children: { GetItemAt: series, Add: () => series(chart.seriesCount++) },
      }),
    },
  };
}

/** Methods that change what is seen, each noted down with what it was given. */
const called = (
  sheet: EmulatedSheet,
  prefix: string,
  ...names: readonly string[]
): NonNullable<HostObject['methods']> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      (...args: (string | number | HostObject)[]) => {
        const texts = args.map((one) => (typeof one === 'object' ? a1(blockOfObject(one)) : String(one)));
        sheet.drawn.push(`${prefix}${name} ${texts.join(' ')}`);
        return null;
      },
    ]),
  );

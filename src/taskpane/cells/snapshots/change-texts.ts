import type { Change, ComparedSide } from '../../../app/snapshot/compare';
import type { DateSystem } from '../../../core/calendar/dates';
import { momentText } from '../../texts/cell-text';
import type { Language } from '../../texts/language';

interface ChangeTexts {
  readonly older: string;
  readonly newer: string;
  /**
   * The change in percent, or why the two values cannot be compared. Empty where no percentage makes sense: a later time
   * is not a rise.
   */
  readonly note: string;
  /** Whether a line break would make it look like another number. */
  readonly isFigure: boolean;
}

/** More symbols than that are not read in a note. */
const MAX_NAMES = 3;

/** What a row of the comparison says, with dates and times in their formats. */
export function changeTexts(
  { older, newer, change, format, difference, olderNames, newerNames }: Change,
  system: DateSystem,
  language: Pick<Language, 'decimal' | 'fill' | 'percent' | 'texts'>,
): ChangeTexts {
  const { gone, notYet, blank, otherSymbol, otherFormula, unknownSymbol } = language.texts.snapshots;
  const moment = (value: number): string | undefined => momentText(value, format, system);
  const written = (value: Change['newer'], missing: string): string => {
    if (value === undefined) return missing;
    if (value === '') return blank;
    return typeof value === 'number' ? (moment(value) ?? language.decimal(value)) : String(value);
  };
  const isMoment = typeof older === 'number' && moment(older) !== undefined;
  const noteOf = (): string => {
    switch (difference) {
      case 'symbol':
        return language.fill(otherSymbol, { older: listed(olderNames, blank), newer: listed(newerNames, blank) });
      case 'formula':
        return otherFormula;
      case 'unknown':
        return unknownSymbol;
      case undefined:
        return change === undefined || isMoment ? '' : language.percent(change);
    }
  };
  return { older: written(older, notYet), newer: written(newer, gone), note: noteOf(), isFigure: !isMoment };
}

function listed(names: readonly string[], blank: string): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => name || blank);
  return `${shown.join(', ') || blank}${names.length > MAX_NAMES ? ' …' : ''}`;
}

/** “Memo” (22 Nov 2026, 14:00): which of the two it is, and its time. */
export const sideText = (
  { name, at }: ComparedSide,
  language: Pick<Language, 'dateTime' | 'fill' | 'texts'>,
): string => {
  const { snapshotAt, cellsAt } = language.texts.snapshots;
  const time = language.dateTime(at);
  return name === undefined ? language.fill(cellsAt, { time }) : language.fill(snapshotAt, { name, time });
};

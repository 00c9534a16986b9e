import type { Change } from '../../../app/snapshot/compare';
import type { DateSystem } from '../../../core/calendar/dates';
import { momentText } from '../../texts/cell-text';
import type { Language } from '../../texts/language';

interface ChangeTexts {
  readonly then: string;
  readonly now: string;
  /** Empty where no percentage makes sense: a later time is not a rise. */
  readonly percent: string;
  /** Whether a line break would make it look like another number. */
  readonly isFigure: boolean;
}

/** What a row of the comparison says, with dates and times in their formats. */
export function changeTexts(
  { then, now, change, format }: Change,
  system: DateSystem,
  language: Pick<Language, 'decimal' | 'percent' | 'texts'>,
): ChangeTexts {
  const { gone, blank } = language.texts.snapshots;
  const moment = (value: number): string | undefined => momentText(value, format, system);
  const written = (value: Change['now']): string => {
    if (value === undefined) return gone;
    if (value === '') return blank;
    return typeof value === 'number' ? (moment(value) ?? language.decimal(value)) : String(value);
  };
  const isMoment = typeof then === 'number' && moment(then) !== undefined;
  return {
    then: written(then),
    now: written(now),
    percent: change === undefined || isMoment ? '' : language.percent(change),
    isFigure: !isMoment,
  };
}

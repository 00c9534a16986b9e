import { type Area, AREAS } from '../../api/interface/operation';
import { areaMeant } from '../../core/names/area-names';
import type { DropDown, Parameter } from '../define';
import { word } from './words';

const dropDown: DropDown = { id: 'AREA', words: AREAS };

/** What all parameters for an area share, however many areas a function has. */
export const AREA_TRAITS = { dropDown, role: 'area' } as const;

/** The area in which symbols are looked up; undefined if omitted. */
export const area = (): Parameter<Area | undefined> => word(AREAS, { ...AREA_TRAITS, meant: areaMeant });

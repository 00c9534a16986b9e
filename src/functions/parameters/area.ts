import { type Area, AREAS } from '../../api/interface/operation';
import { areaMeant } from '../../core/names/area-names';
import type { DropDown, Parameter } from '../define';
import { word } from './words';

/** Shared by all functions. */
export const AREA_DROP_DOWN: DropDown = { id: 'AREA', words: AREAS };

/** The area in which symbols are looked up; undefined if omitted. */
export const area = (): Parameter<Area | undefined> => word(AREAS, { dropDown: AREA_DROP_DOWN, meant: areaMeant });

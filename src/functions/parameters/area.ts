import { type Area, AREAS } from '../../api/interface/operation';
import { areaMeant } from '../../core/names/area-names';
import type { DropDown, Parameter } from '../define';
import { word } from './words';

/** Under one id in all functions. */
export const AREA_DROP_DOWN: DropDown = { id: 'AREA', words: AREAS };

/** The area of the service in which symbols are looked up; undefined when left out. */
export const area = (): Parameter<Area | undefined> => word(AREAS, { dropDown: AREA_DROP_DOWN, meant: areaMeant });

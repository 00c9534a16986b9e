import type { Texts } from '../translation';
import { activity } from './activity';
import { cells } from './cells';
import { connection } from './connection';
import { functions } from './functions';
import { models } from './models';
import { settings } from './settings';
import { shell } from './shell';
import { values } from './values';
import { wireNames } from './wire-names';

export const zh: Texts = { shell, connection, functions, cells, activity, models, settings, values, wireNames };

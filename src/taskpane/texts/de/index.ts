import type { Texts } from '../translation';
import { activity } from './activity';
import { cells } from './cells';
import { connection } from './connection';
import { models } from './models';
import { shell } from './shell';

export const de: Texts = { shell, connection, cells, activity, models };

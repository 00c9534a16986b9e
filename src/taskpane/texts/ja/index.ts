import type { Texts } from '../translation';
import { activity } from './activity';
import { connection } from './connection';
import { shell } from './shell';

export const ja: Texts = { shell, connection, activity };

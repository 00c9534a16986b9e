import type { Texts } from '../translation';
import { activity } from './activity';
import { connection } from './connection';
import { shell } from './shell';

export const es: Texts = { shell, connection, activity };

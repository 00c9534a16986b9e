import { activity } from './activity';
import { connection } from './connection';
import { shell } from './shell';

/** English, from which the keys of every other language follow. */
export const en = { shell, connection, activity };

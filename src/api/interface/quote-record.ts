import { columns } from '../../core/columns';

/** A quote's fields, in the service's order. */
export const QUOTE = columns({ symbol: 'text', ask: 'number', bid: 'number', mid: 'number', timestamp: 'unix' });

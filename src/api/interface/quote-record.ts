import { columns } from '../../core/columns';

/** A quote, field by field in the service's order. */
export const QUOTE = columns({ symbol: 'text', ask: 'number', bid: 'number', mid: 'number', timestamp: 'unix' });

/** A quote as today's Excel gets it: a number that carries the rest of its record. */
export const A_QUOTE: unknown = expect.objectContaining({ type: 'Double', basicValue: expect.any(Number) });

const encoder = new TextEncoder();

/** The size of the value as JSON, in bytes. */
export const jsonBytes = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

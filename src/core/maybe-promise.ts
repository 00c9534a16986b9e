/** A value that may already be there. Without a promise a warm recalculation costs next to nothing. */
export type MaybePromise<T> = T | Promise<T>;

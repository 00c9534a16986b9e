/** Called with the number of items that are done, and of all items. */
export type OnProgress = (done: number, total: number) => void;

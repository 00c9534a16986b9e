/** Stops caring about something when its cell is cancelled. */
export interface Leaver {
  leave(): void;
}

/**
 * A cell's wish to stop. There is one for every cell that waits, so it holds what the cell waits for as plain objects,
 * where an AbortController with its listeners would cost several times as much.
 */
export class Cancellation {
  isCancelled = false;
  private leavers: Leaver[] | undefined;

  cancel(): void {
    if (this.isCancelled) return;
    this.isCancelled = true;
    for (const leaver of this.leavers ?? []) leaver.leave();
    this.leavers = undefined;
  }

  /** Makes it leave on cancellation; at once if that has happened. */
  add(leaver: Leaver): void {
    if (this.isCancelled) leaver.leave();
    else if (this.leavers) this.leavers.push(leaver);
    else this.leavers = [leaver];
  }
}

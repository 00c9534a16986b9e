/** Stops caring about something when its cell is cancelled. */
export interface CancelListener {
  leave(): void;
}

/**
 * A wish to stop. There is one for every cell that waits and for every question on its way, so it holds who is to hear of
 * it in plain fields, where an AbortController with its listeners would cost several times as much.
 */
export class Cancellation {
  isCancelled = false;
  private first: CancelListener | undefined = undefined;
  private more: CancelListener[] | undefined = undefined;

  /** The same wish for a request. Each reading makes another signal. */
  get signal(): AbortSignal {
    const controller = new AbortController();
    this.add({
      leave: () => {
        controller.abort();
      },
    });
    return controller.signal;
  }

  cancel(): void {
    if (this.isCancelled) return;
    this.isCancelled = true;
    this.first?.leave();
    for (const leaver of this.more ?? []) leaver.leave();
    this.forget();
  }

  /** Makes it leave on cancellation; at once if that has happened. */
  add(leaver: CancelListener): void {
    if (this.isCancelled) leaver.leave();
    else if (this.first === undefined) this.first = leaver;
    else (this.more ??= []).push(leaver);
  }

  /** Lets go of what it held, once the cell has its value. */
  forget(): void {
    this.first = undefined;
    this.more = undefined;
  }
}

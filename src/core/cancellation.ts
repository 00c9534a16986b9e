/** Something that is told when its cell is cancelled. */
export interface CancelListener {
  leave(): void;
}

/**
 * A request to stop. Every waiting cell and every pending lookup has one, so the listeners are kept in plain fields: an
 * AbortController and its listeners would cost several times as much.
 */
export class Cancellation {
  isCancelled = false;
  private first: CancelListener | undefined = undefined;
  private more: CancelListener[] | undefined = undefined;

  /** An AbortSignal for HTTP requests. Every read creates a new one. */
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

  /** Tells the listener on cancellation; at once if already cancelled. */
  add(leaver: CancelListener): void {
    if (this.isCancelled) leaver.leave();
    else if (this.first === undefined) this.first = leaver;
    else (this.more ??= []).push(leaver);
  }

  /** Drops the listeners once the cell has its value. */
  forget(): void {
    this.first = undefined;
    this.more = undefined;
  }
}

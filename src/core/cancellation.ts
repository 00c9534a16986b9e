export interface CancelListener {
  onCancel(): void;
  /** @default goes on */
  onStop?(): void;
}

/**
 * A request to stop. Every waiting cell and every pending lookup has one, so the listeners are kept in plain fields: an
 * AbortController and its listeners would cost several times as much.
 */
export class Cancellation {
  isCancelled = false;
  #first: CancelListener | undefined;
  #more: CancelListener[] | undefined;

  /** An AbortSignal for HTTP requests. Every read creates a new one. */
  get signal(): AbortSignal {
    const controller = new AbortController();
    this.add({
      onCancel: () => controller.abort(),
    });
    return controller.signal;
  }

  cancel(): void {
    if (this.isCancelled) return;
    this.isCancelled = true;
    this.#first?.onCancel();
    for (const listener of this.#more ?? []) listener.onCancel();
    this.forget();
  }

  /** Tells the listeners that nothing more is to be sent for the cell, which still shows what comes. */
  stop(): void {
    this.#first?.onStop?.();
    for (const listener of this.#more ?? []) listener.onStop?.();
  }

  /** Tells the listener on cancellation; at once if already cancelled. */
  add(listener: CancelListener): void {
    if (this.isCancelled) listener.onCancel();
    else if (this.#first === undefined) this.#first = listener;
    else (this.#more ??= []).push(listener);
  }

  /** Drops the listeners once the cell has its value. */
  forget(): void {
    this.#first = undefined;
    this.#more = undefined;
  }
}

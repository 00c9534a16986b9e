/** Browsers send this many requests at a time to one host over HTTP/1.1, and silently hold back the others. */
const SENT_AT_ONCE = 6;

interface DepartureListener {
  /** The request may have been sent: its timeout starts. */
  readonly onLeft: () => void;
  /** Nothing gets through, and the request cannot have been sent yet. */
  readonly onGivenUp: (error: Error) => void;
}

interface Departure extends DepartureListener {
  hasLeft: boolean;
}

/**
 * Knows which requests the browser may have sent. Browsers do not tell; but over HTTP/1.1 only the six oldest can have
 * left. Over HTTP/2 all leave at once, which shows as soon as a seventh is answered before one of the six is.
 */
export class Departures {
  readonly #out = new Set<Departure>();
  #leaveAtOnce = false;

  /** Notes a request that was passed to the browser. Returns a function to call when it is over. */
  begin(listener: DepartureListener): (isAnswered: boolean) => void {
    const departure: Departure = { ...listener, hasLeft: false };
    this.#out.add(departure);
    this.#advance();
    return (isAnswered) => {
      if (isAnswered && !departure.hasLeft) this.#leaveAtOnce = true;
      this.#out.delete(departure);
      this.#advance();
    };
  }

  /** Gives up the requests that cannot have been sent. */
  giveUpHeldBack(error: Error): void {
    for (const departure of [...this.#out]) if (!departure.hasLeft) departure.onGivenUp(error);
  }

  #advance(): void {
    let position = 0;
    for (const departure of this.#out) {
      position++;
      if (position > SENT_AT_ONCE && !this.#leaveAtOnce) return;
      if (departure.hasLeft) continue;
      departure.hasLeft = true;
      departure.onLeft();
    }
  }
}

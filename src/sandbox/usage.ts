interface Period {
  requests: number;
  data: { request: number; response: number };
}

const PERIOD_SECONDS = { '1h': 3_600, '1d': 86_400 } as const;
export type UsageInterval = keyof typeof PERIOD_SECONDS;

const nothing = (): Period => ({ requests: 0, data: { request: 0, response: 0 } });

/** Counts each key's requests by the hour; days are UTC. Sizes are bytes of address and body. */
export class Usage {
  readonly #hours = new Map<string, Period>();

  /** Counts a request as it arrives. Returns a function that takes the size of its answer. */
  countRequest(apiKey: string, nowMs: number, requestBytes: number): (responseBytes: number) => void {
    const hour = Math.floor(nowMs / 1000 / PERIOD_SECONDS['1h']);
    const name = `${hour} ${apiKey}`;
    const period = this.#hours.get(name) ?? nothing();
    this.#hours.set(name, period);
    period.requests += 1;
    period.data.request += requestBytes;
    return (responseBytes) => {
      period.data.response += responseBytes;
    };
  }

  /** The newest `limit` periods, including the current one, by the Unix time of their start. */
  periodsOf(apiKey: string, nowMs: number, interval: UsageInterval, limit: number): Record<string, Period> {
    const seconds = PERIOD_SECONDS[interval];
    const current = Math.floor(nowMs / 1000 / seconds);
    const periods = Array.from({ length: limit }, (_, index) => current - limit + 1 + index);
    return Object.fromEntries(periods.map((period) => [String(period * seconds), this.#sum(apiKey, period, seconds)]));
  }

  #sum(apiKey: string, period: number, seconds: number): Period {
    const hours = seconds / PERIOD_SECONDS['1h'];
    const total = nothing();
    for (let hour = period * hours; hour < (period + 1) * hours; hour++) {
      const part = this.#hours.get(`${hour} ${apiKey}`);
      if (!part) continue;
      total.requests += part.requests;
      total.data.request += part.data.request;
      total.data.response += part.data.response;
    }
    return total;
  }
}

import { createSandboxSession, show } from '../support/evaluate';

async function quote(symbol: string): Promise<unknown> {
  const session = createSandboxSession(Date.UTC(2026, 10, 20, 15));
  const shown = await show(session, 'QUOTE', symbol, null, 'stocks');
  return typeof shown === 'string' ? shown : (shown as unknown[][])[0]![0];
}

// The simulated service's SAN is Santander in Madrid.
test.each(['XPAR:SAN', 'XLON:SAN', 'XTSE:SAN', 'XTKS:AAPL', 'XASX:BABA'])(
  'the simulated service does not make another company of %s',
  async (symbol) => {
    expect(await quote(symbol)).toBe(
      `#N/A: "${symbol}" names an exchange, which symbols do not have here: "stocks:${symbol.slice(5)}" may be another ` +
        'company; check its name in the MD pane',
    );
  },
);

test.each(['XMAD:SAN', 'XPAR:MC', 'XETR:SAP', 'XLON:VOD', 'XAMS:ASML', 'XATH:OPAP', 'XNZE:FPH', 'XNAS:AAPL'])(
  'the simulated service has a quote of %s',
  async (symbol) => expect(await quote(symbol)).toBeGreaterThan(0),
);

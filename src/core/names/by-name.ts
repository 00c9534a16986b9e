/** "bid: PX_BID BID; ask: PX_ASK" → { PX_BID: 'bid', BID: 'bid', PX_ASK: 'ask' } */
export const byName = (rows: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows.split('; ').flatMap((row) => {
      const [meant = '', names = ''] = row.split(': ');
      return names.split(' ').map((name) => [name, meant] as const);
    }),
  );

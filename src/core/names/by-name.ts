/** "bid: PX_BID BID; ask: PX_ASK" → { PX_BID: 'bid', BID: 'bid', PX_ASK: 'ask' }, with no other names: no "constructor". */
export function byName(rows: string): Readonly<Record<string, string>> {
  const meanings = Object.create(null) as Record<string, string>;
  for (const row of rows.split('; ')) {
    const [meant = '', names = ''] = row.split(': ');
    for (const name of names.split(' ')) meanings[name] = meant;
  }
  return meanings;
}

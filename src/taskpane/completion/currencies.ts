import type { Session } from '../../app/session';
import { MINOR_UNITS } from '../../core/minor-units';
import { type Entry, EntryLists } from './entries';

const PAIR = /^([A-Z]{3})([A-Z]{3})$/;

/**
 * The currencies of the service's pairs and their small units, by their names in English and in the user's language.
 * Rejects where the service does not tell its pairs.
 */
export async function currenciesOf(session: Session, language: string): Promise<readonly Entry[]> {
  const pairs = await session.part(EntryLists).instruments('currencies');
  const codes = [...new Set(pairs.flatMap(({ code }) => PAIR.exec(code)?.slice(1) ?? []))].sort();
  const [english, local] = ['en', language].map((tag) => new Intl.DisplayNames(tag, { type: 'currency' }));
  const entryOf = (code: string): Entry => {
    const name = local!.of(code) ?? code;
    return { code, name, others: [(english!.of(code) ?? code).toLowerCase()] };
  };
  const small = MINOR_UNITS.filter(({ of }) => codes.includes(of)).map(({ code, of, name }) => ({
    code,
    name: `${name}, ${entryOf(of).name} / 100`,
    others: [],
  }));
  return [...codes.map(entryOf), ...small];
}

/** The coins of the service's pairs, by their names. Rejects like the currencies. */
export async function coinsOf(session: Session): Promise<readonly Entry[]> {
  const pairs = await session.part(EntryLists).instruments('crypto');
  const coins = new Map<string, Entry>();
  for (const { code, name } of pairs) {
    const coin = code.replace(/(?:USDT|USDC|[A-Z]{3})$/, '');
    if (coin !== '' && !coins.has(coin)) coins.set(coin, { code: coin, name: name.split('/')[0]!.trim(), others: [] });
  }
  return [...coins.values()];
}

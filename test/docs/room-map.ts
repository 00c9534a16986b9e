import { createRequire } from 'node:module';

const { rooms } = createRequire(__filename)('../../.dependency-cruiser.cjs') as {
  readonly rooms: Readonly<Record<string, readonly string[]>>;
};

const ROW = /^\| `(\w+)\/` \| (.*) \| .* \|$/gm;

/** A page with a map of what each room may import, as checked by `npm run lint`. Throws if a room has no row. */
export function withRoomImports(page: string): string {
  const named = [...page.matchAll(ROW)].map(([, room]) => room);
  const missing = Object.keys(rooms).filter((room) => !named.includes(room));
  if (missing.length > 0) throw new Error(`The map of the house has no row for ${missing.join(', ')}`);
  return page.replace(ROW, (_, room: string, knows: string) => {
    const others = rooms[room] ?? [];
    return `| \`${room}/\` | ${knows} | ${others.join(', ') || 'nothing'} |`;
  });
}

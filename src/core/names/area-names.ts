/** Other products' names of the service's areas, without words that are similar to an area's own name. */
const AREA_BY_NAME = new Map([
  ['fx', 'currencies'],
  ['forex', 'currencies'],
  ['index', 'indices'],
  ['equity', 'stocks'],
  ['equities', 'stocks'],
  ['shares', 'stocks'],
] as const);

type AreaName = NonNullable<ReturnType<typeof AREA_BY_NAME.get>>;

/** The area by another name: "fx" → "currencies". */
export const areaMeant = (text: string): AreaName | undefined =>
  (AREA_BY_NAME as ReadonlyMap<string, AreaName>).get(text.trim().toLowerCase());

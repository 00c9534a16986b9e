/** What other products call the areas of the service; words that are near to an area's own name are not among them. */
const AREA_BY_NAME = new Map([
  ['fx', 'currencies'],
  ['forex', 'currencies'],
  ['ccy', 'currencies'],
  ['coins', 'crypto'],
  ['index', 'indices'],
  ['equity', 'stocks'],
  ['equities', 'stocks'],
  ['shares', 'stocks'],
  ['metals', 'commodities'],
] as const);

type AreaName = NonNullable<ReturnType<typeof AREA_BY_NAME.get>>;

/** The area that is called by another name: "fx" → "currencies". */
export const areaMeant = (text: string): AreaName | undefined =>
  (AREA_BY_NAME as ReadonlyMap<string, AreaName>).get(text.trim().toLowerCase());

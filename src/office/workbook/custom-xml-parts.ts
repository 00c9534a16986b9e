/** The XML of the workbook's part with a namespace; undefined if there is none. */
export async function readPart(context: Excel.RequestContext, namespace: string): Promise<string | undefined> {
  const [part] = await findParts(context, namespace);
  if (!part) return undefined;
  const xml = part.getXml();
  await context.sync();
  return xml.value;
}

/** Writes or replaces the part; removes it if there is no XML. */
export async function writePart(
  context: Excel.RequestContext,
  namespace: string,
  xml: string | undefined,
): Promise<void> {
  const [part, ...others] = await findParts(context, namespace);
  for (const other of others) other.delete();
  if (xml === undefined) part?.delete();
  else if (part) part.setXml(xml);
  else context.workbook.customXmlParts.add(xml);
  await context.sync();
}

async function findParts(context: Excel.RequestContext, namespace: string): Promise<Excel.CustomXmlPart[]> {
  const parts = context.workbook.customXmlParts.getByNamespace(namespace).load('id');
  await context.sync();
  return parts.items;
}

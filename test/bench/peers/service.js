// What every contender of the duel needs: the key and the address from the storage, and the rows of a list of symbols.
const stored = Office.onReady().then(() =>
  Promise.all(['md.apiKey', 'md.serviceAddress'].map((name) => OfficeRuntime.storage.getItem(name))),
);

async function rowsOf(symbols) {
  const [key, address] = await stored;
  const response = await fetch(`${address}/currencies/quotes?symbols=${symbols.join(',')}`, {
    headers: { 'api-key': key },
  });
  if (!response.ok) throw Object.assign(new Error(`The service said ${response.status}`), { status: response.status });
  return (await response.json()).items;
}

/** The fields of one symbol, or the error that a cell shows. */
function cellsOf(row, fields) {
  if (row === undefined) throw notAvailable('There is no quote');
  return fields.split(',').map((field) => row[field]);
}

const notAvailable = (message) => new CustomFunctions.Error(CustomFunctions.ErrorCode.notAvailable, message);

/** A list takes at most 50 characters. */
function listsOf(symbols) {
  const lists = [[]];
  for (const symbol of symbols) {
    if ([...lists.at(-1), symbol].join(',').length > 50) lists.push([]);
    lists.at(-1).push(symbol);
  }
  return lists;
}

/** A function of one symbol as one of a column of symbols too; each row is looked up like a cell. */
const quoteBy = (lookUp) => async (symbols, fields) => {
  try {
    return await Promise.all(symbols.map(async ([symbol]) => cellsOf(await lookUp(symbol), fields ?? 'mid')));
  } catch (error) {
    throw error instanceof CustomFunctions.Error ? error : notAvailable(error.message);
  }
};

// After custom_functions_code.js of xlwings (xlwings/xlwings, as of 2026): every call of a function is a request of its own, whatever its
// arguments. xlwings posts them to its own server; a limited number is out at a time, which floods neither the browser nor a server.
const MOST_AT_ONCE = 100;
let outCount = 0;
const waiting = [];

async function withinLimit(work) {
  if (outCount >= MOST_AT_ONCE) await new Promise((resolve) => waiting.push(resolve));
  else outCount++;
  try {
    return await work();
  } finally {
    if (waiting.length > 0) waiting.shift()();
    else outCount--;
  }
}

CustomFunctions.associate('QUOTE', async (symbols, fields) => {
  try {
    return await withinLimit(async () => {
      const found = [];
      for (const list of listsOf(symbols.flat())) found.push(...(await rowsOf(list)));
      return symbols.map(([symbol]) =>
        cellsOf(
          found.find((row) => row.symbol === symbol),
          fields ?? 'mid',
        ),
      );
    });
  } catch (error) {
    throw error instanceof CustomFunctions.Error ? error : notAvailable(error.message);
  }
});

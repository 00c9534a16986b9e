// After Microsoft's sample "Custom function batching pattern" (OfficeDev/Office-Add-in-samples, 2026): calls are collected for 100 ms and
// sent together. The sample's service takes any number of operations in one request; this one takes lists of 50 characters.
let batch = [];
let isScheduled = false;

CustomFunctions.associate(
  'QUOTE',
  quoteBy(
    (symbol) =>
      new Promise((resolve, reject) => {
        batch.push({ symbol, resolve, reject });
        if (isScheduled) return;
        isScheduled = true;
        setTimeout(send, 100);
      }),
  ),
);

function send() {
  const entries = batch.splice(0);
  isScheduled = false;
  let start = 0;
  for (const list of listsOf(entries.map(({ symbol }) => symbol))) {
    const waiting = entries.slice(start, (start += list.length));
    rowsOf(list).then(
      (rows) => waiting.forEach(({ symbol, resolve }) => resolve(rows.find((row) => row.symbol === symbol))),
      (error) => waiting.forEach(({ reject }) => reject(error)),
    );
  }
}

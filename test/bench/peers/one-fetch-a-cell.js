// After Microsoft's tutorial "Create custom functions in Excel" (learn.microsoft.com, 2026): a function that awaits a fetch of its own.
CustomFunctions.associate(
  'QUOTE',
  quoteBy(async (symbol) => (await rowsOf([symbol]))[0]),
);

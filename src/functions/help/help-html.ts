const STYLE = `
  :root { color-scheme: light dark; background: light-dark(#ffffff, #1f1f1f); color: light-dark(#242424, #ffffff); }
  a { color: light-dark(#0d5f59, #7fe0b4); }
  body { font: 16px/1.5 "Segoe UI", system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
  h1 { font-size: 1.75rem; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
  code { font-family: Consolas, ui-monospace, monospace; }
  dt { font-weight: 600; margin-top: .75rem; } dd { margin: 0; }
  .syntax { padding: .75rem 1rem; border: 1px solid light-dark(#d1d1d1, #5c5c5c); border-radius: 6px; }
  .result { overflow-x: auto; margin: .25rem 0; }
  table { border-collapse: collapse; font-size: .875rem; overflow-wrap: normal; }
  th, td { padding: .125rem .5rem; border: 1px solid light-dark(#d1d1d1, #5c5c5c); text-align: start; vertical-align: top; }
  .number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
  .size, .source { color: light-dark(#5c5c5c, #b8b8b8); font-size: .875rem; margin: 0; }
`;

/** A page without scripts or other files. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

/** A table with a header row. Cells are text; backticks mark code. */
export const table = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string => `<div class="result" tabindex="0" role="group" aria-label="${escape(head.join(', '))}"><table>
<tr>${head.map((name) => `<th scope="col">${escape(name)}</th>`).join('')}</tr>
${rows.map((row) => `<tr>${row.map((cell) => `<td>${withCode(cell)}</td>`).join('')}</tr>`).join('\n')}
</table></div>`;

const withCode = (raw: string): string => escape(raw).replace(/`([^`]+)`/g, '<code>$1</code>');

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escape = (raw: string): string => raw.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

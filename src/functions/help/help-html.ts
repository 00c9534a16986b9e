const STYLE = `
  :root { color-scheme: light dark; background: light-dark(#ffffff, #1f1f1f); color: light-dark(#242424, #ffffff); }
  a { color: light-dark(#0d5f59, #7fe0b4); }
  body { font: 16px/1.5 "Segoe UI", system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
  h1 { font-size: 1.75rem; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
  code { font-family: Consolas, ui-monospace, monospace; }
  dt { font-weight: 600; margin-top: .75rem; } dd { margin: 0; }
  .formula { margin-top: 1.25rem; padding: .5rem .75rem; border-radius: 6px; background: light-dark(#f5f5f5, #2b2b2b); font-weight: 400; }
  .formula code { user-select: all; }
  .formula button { font: inherit; font-size: .875rem; margin-inline-start: .5rem; padding: 0 .5rem; border: 1px solid light-dark(#8a8a8a, #8a8a8a); border-radius: 4px; background: none; color: inherit; cursor: pointer; }
  .formula a { font-size: .875rem; margin-inline-start: .5rem; }
  .syntax { padding: .75rem 1rem; border: 1px solid light-dark(#d1d1d1, #5c5c5c); border-radius: 6px; }
  .result { overflow-x: auto; margin: .5rem 0; }
  table { border-collapse: collapse; font-size: .875rem; overflow-wrap: normal; }
  th, td { padding: .125rem .5rem; border: 1px solid light-dark(#d1d1d1, #5c5c5c); text-align: start; vertical-align: top; }
  th { background: light-dark(#f5f5f5, #2b2b2b); font-weight: 600; }
  .number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
  .size, .source { color: light-dark(#5c5c5c, #b8b8b8); font-size: .875rem; margin: 0; }
`;

/** A page with at most one script, which lies beside it. */
export const page = (title: string, body: string, script?: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>${script === undefined ? '' : `\n<script src="${script}" defer></script>`}
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

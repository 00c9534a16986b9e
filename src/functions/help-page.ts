import type { AnyDeclaration, Parameter } from './define';
import { helpPath } from './metadata';

const STYLE = `
  :root { color-scheme: light dark; background: light-dark(#ffffff, #1f1f1f); color: light-dark(#242424, #ffffff); }
  a { color: light-dark(#0d5f59, #7fe0b4); }
  body { font: 16px/1.5 "Segoe UI", system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
  h1 { font-size: 1.75rem; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
  code { font-family: Consolas, ui-monospace, monospace; }
  dt { font-weight: 600; margin-top: .75rem; } dd { margin: 0; }
  .syntax { padding: .75rem 1rem; border: 1px solid light-dark(#d1d1d1, #5c5c5c); border-radius: 6px; }
`;

/** A function's help as a page: what it returns, its parameters, examples. Needs no script. */
export function helpPage(declaration: AnyDeclaration): string {
  const { id, summary, returns, parameters, examples } = declaration;
  return page(
    `MD.${id}`,
    `<p><a href="index.html">All functions</a></p>
<h1>MD.${text(id)}</h1>
<p>${text(summary)}</p>
<p class="syntax"><code>${text(syntax(declaration))}</code></p>
<h2>Parameters</h2>
<dl>${Object.entries(parameters).map(parameterItem).join('')}</dl>
<h2>Result</h2>
<p>${text(returns)}</p>
<h2>Examples</h2>
<dl>${examples.map(({ formula, gives }) => `<dt><code>${text(formula)}</code></dt><dd>${text(gives)}</dd>`).join('')}</dl>`,
  );
}

/** The page that leads to every function's own. */
export function helpIndex(catalog: readonly AnyDeclaration[]): string {
  const items = catalog.map(
    ({ id, summary }) => `<dt><a href="${helpPath(id).replace('help/', '')}">MD.${text(id)}</a></dt><dd>${text(summary)}</dd>`,
  );
  return page('Functions of MD for Excel', `<h1>Functions of MD for Excel</h1><dl>${items.join('')}</dl>`);
}

/** The function as it is typed, optional parameters in square brackets. */
export function syntax({ id, parameters }: Pick<AnyDeclaration, 'id' | 'parameters'>): string {
  const names = Object.entries(parameters).map(([name, { isOptional }]) => (isOptional ? `[${name}]` : name));
  return `=MD.${id}(${names.join(', ')})`;
}

function parameterItem([name, { help, isOptional, choices }]: [string, Parameter]): string {
  const known = choices?.values.map(({ value, help: tip }) => `<br><code>${text(value)}</code> ${text(tip)}`) ?? [];
  return `<dt>${text(name)}${isOptional ? ' (optional)' : ''}</dt><dd>${text(help)}${known.join('')}</dd>`;
}

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const text = (raw: string): string => raw.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

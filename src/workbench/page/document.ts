/**
 * What the page may do. As strict as the spreadsheet engine permits: it sets inline styles from script, paints on
 * canvases (blob and data images), and never needs eval.
 */
const policyWith = (connections: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src ${connections}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** The policy of a page that a server of this computer serves: it may also ask the real service. */
export const CONTENT_SECURITY_POLICY = `${policyWith("'self' https: http://localhost:* http://127.0.0.1:*")}; frame-ancestors 'none'`;

/** The policy of a page that is published: it sends nothing to any other origin. A page cannot forbid frames itself. */
const PUBLISHED_POLICY = policyWith("'self'");

export const SANDBOX_META = 'md-sandbox';

interface PageParts {
  /** The simulated service's address on a port of this computer; empty if it runs beside the page. */
  readonly sandboxUrl: string;
  readonly script: string;
  readonly style: string;
  /** A page of plain files, without a server of its own: it carries its policy, can be installed and works offline. */
  readonly isPublished?: boolean;
}

const PUBLISHED_HEAD = `<meta http-equiv="Content-Security-Policy" content="${PUBLISHED_POLICY}">
  <link rel="manifest" href="manifest.webmanifest">
  <link rel="icon" href="assets/icon-32.png">
  <meta name="description" content="Market data in Excel cells, to try without an installation: nothing is sent anywhere.">`;

/** The workbench's only page; it reads the sandbox's address from a meta tag. */
export const documentFor = ({ sandboxUrl, script, style, isPublished = false }: PageParts): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  ${isPublished ? PUBLISHED_HEAD : '<link rel="icon" href="data:,">'}
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="${SANDBOX_META}" content="${sandboxUrl}">
  <title>MD workbench</title>
  <meta name="color-scheme" content="light dark">
  <link rel="stylesheet" href="${style}">
  <style>
    body.is-loading { font: 1rem system-ui, sans-serif; display: grid; grid-template-rows: auto 1fr; height: 100vh; margin: 0; }
    body.is-loading > header > :not(#status, #opening) { display: none; }
    body.is-loading #bar { display: flex; gap: 1rem; align-items: center; padding: .75rem; }
    body.is-loading #status { flex: 0 1 auto; max-height: none; margin: 0; }
    body.is-loading #opening { flex: none; width: 6rem; }
    body.is-loading #pane { display: none; }
    body.is-loading #grid { background:
      linear-gradient(#8883 1px, #0000 1px) 0 0 / 100% 20px, linear-gradient(90deg, #8883 1px, #0000 1px) 46px 0 / 88px 100%; }
    body:not(.is-loading) #opening { display: none; }
  </style>
  <script src="${script}" defer></script>
</head>
<body class="is-loading is-opening">
  <header id="bar" class="workbench-bar">
    <h1>MD workbench</h1>
    <nav aria-label="Menus">
      <button type="button" popovertarget="file-menu">File</button>
      <div id="file-menu" popover>
        <button id="new" type="button">New</button>
        <button id="open" type="button">Open…</button>
        <button id="kept" type="button">Workbooks in this browser…</button>
        <button id="download" type="button" data-keys="Ctrl+S" aria-describedby="freeze-first">Download</button>
        <p id="freeze-first">Freeze first, if it is for somebody without the add-in</p>
        <button id="copy-link" type="button" title="A link that brings this workbook: constants, formulas, names, formats and widths">Copy link</button>
        <button id="reset" type="button" title="Brings the sample model back">Reset model</button>
        <input id="file" type="file" accept=".xlsx,.xlsm,.xltx,.xltm" aria-label="Workbook to open" tabindex="-1" hidden>
      </div>
      <button type="button" popovertarget="edit-menu">Edit</button>
      <div id="edit-menu" popover>
        <button id="undo" type="button" data-keys="Ctrl+Z">Undo</button>
        <button id="redo" type="button" data-keys="Ctrl+Y">Redo</button>
        <button id="cut" type="button" data-keys="Ctrl+X">Cut</button>
        <button id="copy" type="button" data-keys="Ctrl+C">Copy</button>
        <p>Paste with Ctrl+V: browsers may forbid a button to read what was copied</p>
        <button id="find" type="button" data-keys="Ctrl+F">Find…</button>
        <button id="sort" type="button" title="Puts the rows around the selected cell, or the selected rows, in order">Sort…</button>
        <button id="filter" type="button" aria-pressed="false" data-keys="Ctrl+Shift+L" title="Adds a choice of rows to each heading, or takes it away; Alt+Down opens that of a column">Filter</button>
        <button id="recalculate" type="button">Recalculate</button>
      </div>
      <button type="button" popovertarget="view-menu">View</button>
      <div id="view-menu" popover>
        <button id="read" type="button" title="Shows the selected cells as a table that a screen reader can read">Read as a table</button>
        <label>Theme <select id="theme"><option value="system">System</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
      </div>
      <button type="button" popovertarget="help-menu">Help</button>
      <div id="help-menu" popover>
        <a href="docs/contents.html" target="_blank" rel="noopener">Documents</a>
        <p id="leave-grid">F6 leaves the grid</p>
        <p>Ctrl+Home goes to the first cell, Ctrl+Page Down to the next sheet, Alt+= adds up, Tab takes a suggestion, Enter enters what was typed</p>
      </div>
    </nav>
    <button id="workbook-name" type="button" title="Rename the workbook"></button>
    <button id="simulated" type="button" class="workbench-badge" title="The service of this workbench makes its figures up: choose how it behaves" hidden>Simulated data</button>
    <progress id="opening" aria-label="Opening the workbench"></progress>
    <p id="status" role="status">Opening… The very first time takes up to half a minute</p>
    <p id="selected" aria-live="polite"></p>
    <button id="toggle-pane" type="button" aria-expanded="true" aria-controls="pane">Pane</button>
  </header>
  <main id="grid" aria-label="Spreadsheet" inert></main>
  <aside id="pane" aria-label="MD pane"></aside>
</body>
</html>
`;

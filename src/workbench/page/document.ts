/**
 * What the page may do. As strict as the spreadsheet engine permits: it sets inline styles from script, paints on
 * canvases (blob and data images), and never needs eval.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const SANDBOX_META = 'md-sandbox';

/** The workbench's only page; it reads the sandbox's address from a meta tag. */
export const documentFor = (sandboxUrl: string): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="${SANDBOX_META}" content="${sandboxUrl}">
  <title>MD workbench</title>
  <meta name="color-scheme" content="light dark">
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="univer.css">
  <style>
    body.is-loading { font: 1rem system-ui, sans-serif; }
    body.is-loading > * > :not(#status) { display: none; }
  </style>
  <script src="workbench.js" defer></script>
</head>
<body class="is-loading is-opening">
  <header id="bar" class="workbench-bar">
    <h1>MD workbench</h1>
    <div role="group" aria-label="File">
      <button id="new" type="button">New</button>
      <button id="open" type="button">Open…</button>
      <button id="download" type="button" title="Saves the workbook as an .xlsx file (Ctrl+S)">Download</button>
      <button id="reset" type="button" title="Brings the sample model back">Reset model</button>
      <input id="file" type="file" accept=".xlsx" aria-label="Workbook to open" tabindex="-1" hidden>
    </div>
    <p id="workbook-name"></p>
    <p id="simulated" class="workbench-badge" title="The service of this workbench makes its figures up" hidden>Simulated data</p>
    <p id="other-tab" class="workbench-badge" role="status" hidden>Open in another tab too: the last change in either is the one that is kept</p>
    <p id="status" role="status">Opening… The very first time takes up to half a minute</p>
    <label>Theme
      <select id="theme"><option value="system">System</option><option value="light">Light</option><option value="dark">Dark</option></select>
    </label>
    <button id="recalculate" type="button">Recalculate</button>
    <button id="toggle-pane" type="button" aria-expanded="true" aria-controls="pane">Pane</button>
  </header>
  <main id="grid" aria-label="Spreadsheet"></main>
  <aside id="pane" aria-label="MD pane"></aside>
</body>
</html>
`;

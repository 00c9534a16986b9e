/**
 * The page around the add-in's iframe. It only carries messages: the emulated host itself runs with the tests, in Node.
 * `toHost` is put there by the test's browser.
 */
export const FRAME_PAGE = `<!doctype html>
<meta charset="utf-8">
<title>Emulated Excel</title>
<body>
<script>
  let frame;
  addEventListener('message', (event) => {
    if (frame && event.source === frame.contentWindow && typeof event.data === 'string') toHost(event.data);
  });
  function openAddIn(address, name) {
    frame?.remove();
    frame = document.createElement('iframe');
    frame.name = name;
    frame.src = address;
    frame.style = 'width: 350px; height: 700px; border: 0';
    document.body.append(frame);
  }
  function showAddIn(isShown) { frame.style.visibility = isShown ? 'visible' : 'hidden'; }
  function toAddIn(text, origin) { frame.contentWindow.postMessage(text, origin); }
</script>
</body>
`;

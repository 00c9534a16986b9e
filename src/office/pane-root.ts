/** Waits for the body: the entry runs in the page's head. */
export async function paneRoot(): Promise<HTMLElement> {
  if (document.readyState === 'loading') {
    await new Promise((resolve) => {
      document.addEventListener('DOMContentLoaded', resolve, { once: true });
    });
  }
  return document.getElementById('pane') ?? document.body;
}

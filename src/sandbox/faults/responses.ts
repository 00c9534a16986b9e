const HTML_PAGE =
  '<!doctype html>\n<html><head><title>Sign in</title></head><body><h1>Sign in to the network</h1></body></html>\n';
const PIECES = 10;
const BODILESS = [204, 205, 304];

/** The page with which a hotel's or company's network replaces a service that it does not let through. */
export const htmlAnswer = (): Response =>
  new Response(HTML_PAGE, { headers: { 'content-type': 'text/html; charset=utf-8' } });

export const emptyAnswer = (): Response => new Response('', { headers: { 'content-type': 'application/json' } });

export const statusAnswer = (status: number): Response =>
  BODILESS.includes(status)
    ? new Response(null, { status })
    : Response.json({ detail: `Simulated ${status}` }, { status });

const copy = (response: Response, body: BodyInit): Response => {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(body, { status: response.status, headers });
};

/** The answer without its second half. */
export async function truncated(response: Response): Promise<Response> {
  const text = await response.text();
  return copy(response, text.slice(0, Math.floor(text.length / 2)));
}

/** The same answer in pieces that take `ms` milliseconds in total. */
export async function drip(response: Response, ms: number, wait: (ms: number) => Promise<void>): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const size = Math.max(1, Math.ceil(bytes.length / PIECES));
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await wait(ms / PIECES);
      controller.enqueue(bytes.subarray(sent, sent + size));
      sent += size;
      if (sent >= bytes.length) controller.close();
    },
  });
  return copy(response, stream);
}

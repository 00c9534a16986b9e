import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** The baseline: one handler that always says the same. Its processor time, in microseconds, is at /cpu. */
const body = process.argv[2]!;
const app = new Hono();
app.get('/cpu', (context) => {
  const { user, system } = process.cpuUsage();
  return context.text(String(user + system));
});
app.get('/api/currencies/quotes', () => new Response(body, { headers: { 'content-type': 'application/json' } }));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`Port ${port}`);
});

import { type Agent, request as requestHttp, Agent as HttpAgent } from 'node:http';
import { request as requestHttps, Agent as HttpsAgent } from 'node:https';
import { isRecord } from '../../core/is-record';
import type { Answered } from '../interface/replies';
import { type Questioner } from '../memory/asking';
import { NotNowError } from '../not-now-error';
import type { UpstreamQuestion } from '../memory/upstream';
import { NodeLostError } from '../node-lost-error';
import type { AskNode, NodeAddress } from './speaker';

/** Shows that a request comes from another node: contains the secret that nodes share through the store. */
export const NODE_HEADER = 'md-node';
/** For whom another node asks: the speaker lets people take turns. */
const ASKER_HEADER = 'md-asker';

/** For whom another node asks. */
export function readAsker(headers: Headers): Questioner {
  try {
    const asker: unknown = JSON.parse(decodeURIComponent(headers.get(ASKER_HEADER) ?? ''));
    if (isRecord(asker) && typeof asker.person === 'string') return asker as unknown as Questioner;
  } catch {
    // A node of another version does not say.
  }
  return { person: '' };
}

/** A node that is silent for this long is gone. While it works, it sends signs of life four times as often. */
const SILENCE_MS = 2_000;
const SIGN_OF_LIFE = '\n';

/** A node's answer to another node. Its status is in the body, because the signs of life come first. */
interface NodeAnswer {
  readonly status: number;
  readonly body: string;
  readonly ageMs: number;
  readonly ages?: readonly number[];
  readonly retryAfter?: string;
}

/**
 * An answer to another node that begins at once and shows until its end that this node is alive.
 *
 * @param onGone called if the other node no longer listens
 */
export function answerNode(answer: Promise<Answered>, onGone: () => void): Response {
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setInterval>;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string): void => {
        try {
          controller.enqueue(encoder.encode(text));
        } catch {
          // The other node no longer listens.
          clearInterval(timer);
        }
      };
      send(SIGN_OF_LIFE);
      timer = setInterval(send, SILENCE_MS / 4, SIGN_OF_LIFE);
      answer.then(
        (answered) => {
          clearInterval(timer);
          send(JSON.stringify(nodeAnswerOf(answered)));
          try {
            controller.close();
          } catch {
            // The other node no longer listens.
          }
        },
        (error: unknown) => {
          clearInterval(timer);
          // The other node sees an answer that was cut off.
          controller.error(error);
        },
      );
    },
    cancel() {
      clearInterval(timer);
      onGone();
    },
  });
  return new Response(stream, { headers: { 'content-type': 'application/json' } });
}

const nodeAnswerOf = ({ status, body, ageMs = 0, headers = {} }: Answered): NodeAnswer => ({
  status,
  body,
  ageMs,
  ...(headers['md-ages'] !== undefined && { ages: headers['md-ages'].split(',').map(Number) }),
  ...(headers['retry-after'] !== undefined && { retryAfter: headers['retry-after'] }),
});

/** Asks other nodes over the interface that everybody uses. */
export function createAskNode(secret: () => string, now: () => number): AskNode {
  const plain = new HttpAgent({ keepAlive: true, maxSockets: 256 });
  const agents = new Map<string, Agent>();
  const agentFor = ({ url, certificate }: NodeAddress): Agent => {
    if (!url.startsWith('https:')) return plain;
    const cached = agents.get(url + String(certificate));
    // The certificate came through the store, so exactly that one is expected, whatever its host name.
    const agent =
      cached ??
      new HttpsAgent({ keepAlive: true, maxSockets: 256, ca: certificate, checkServerIdentity: () => undefined });
    agents.set(url + String(certificate), agent);
    return agent;
  };
  return async (node, sending, signal) => {
    const text = await fetchAlive(node, sending, signal, secret(), agentFor(node));
    const heardAt = now();
    const answer = readNodeAnswer(text);
    const { status, body, ageMs, ages, retryAfter } = answer;
    if (status === 429 || status === 503)
      throw new NotNowError(status, sentenceIn(body), Number(retryAfter ?? 1) * 1000);
    return { status, body, askedAt: heardAt - ageMs, askedAts: ages?.map((age) => heardAt - age) };
  };
}

/** What the speaker says to the person. */
function sentenceIn(body: string): string {
  const parsed: unknown = JSON.parse(body);
  return isRecord(parsed) ? String(parsed.detail) : '';
}

function fetchAlive(
  node: NodeAddress,
  { path, body, maxAgeMs, asker }: UpstreamQuestion,
  signal: AbortSignal,
  secret: string,
  agent: Agent,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const lose = (): void => {
      sent.destroy();
      reject(new NodeLostError(`The node ${node.id} does not answer`));
    };
    const send = node.url.startsWith('https:') ? requestHttps : requestHttp;
    const sent = send(`${node.url}/api${path}`, {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        [NODE_HEADER]: secret,
        ...(asker && { [ASKER_HEADER]: encodeURIComponent(JSON.stringify(asker)) }),
        ...(maxAgeMs === undefined ? {} : { 'cache-control': `max-age=${Math.floor(maxAgeMs / 1000)}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    let silence = setTimeout(lose, SILENCE_MS);
    const hear = (): void => {
      clearTimeout(silence);
      silence = setTimeout(lose, SILENCE_MS);
    };
    signal.addEventListener('abort', lose);
    sent.on('error', () => {
      clearTimeout(silence);
      lose();
    });
    sent.on('response', (response) => {
      hear();
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        hear();
        text += chunk;
      });
      response.on('error', lose);
      response.on('close', () => {
        clearTimeout(silence);
        if (response.complete && response.statusCode === 200) resolve(text);
        else lose();
      });
    });
    sent.end(body);
  });
}

function readNodeAnswer(text: string): NodeAnswer {
  try {
    const answer: unknown = JSON.parse(text);
    if (isRecord(answer) && typeof answer.status === 'number' && typeof answer.body === 'string')
      return answer as unknown as NodeAnswer;
  } catch {
    // It is not the JSON of a node.
  }
  throw new NodeLostError('The other node answered with something else');
}

import { type Answered, refusal } from './replies';

/** The longest upload, in bytes. */
const MAX_UPLOAD_BYTES = 10_000_000;

/** The body of an upload, or the answer that refuses it. It is read no further than it may be long. */
export async function readUpload({ headers, body }: Request): Promise<string | Answered> {
  if (Number(headers.get('content-length')) > MAX_UPLOAD_BYTES) return TOO_LONG;
  const decoder = new TextDecoder();
  let [text, length] = ['', 0];
  try {
    for await (const chunk of body ?? []) {
      length += chunk.byteLength;
      if (length > MAX_UPLOAD_BYTES) return TOO_LONG;
      text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    return refusal(400, 'The upload was cut off: send it again');
  }
  return text + decoder.decode();
}

const TOO_LONG = refusal(413, `The upload is too long: the gateway takes at most ${MAX_UPLOAD_BYTES / 1_000_000} MB`);

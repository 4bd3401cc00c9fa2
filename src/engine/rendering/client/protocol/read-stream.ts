import { type ProtocolSession } from './protocol-session.js';

const PART_BYTES = 1e6;

/** Reads a stream of a browser and ends it. A part of it is one message.
 *  @returns its parts; null: it is longer than that */
export async function readStream(
  session: ProtocolSession,
  handle: string,
  maxBytes: number,
): Promise<Uint8Array[] | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  let isOver = false;
  while (!isOver && bytes <= maxBytes) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: PART_BYTES });
    const part = Buffer.from(data, base64Encoded === true ? 'base64' : 'latin1');
    parts.push(part);
    bytes += part.length;
    isOver = eof;
  }
  await session.send('IO.close', { handle }).catch(() => undefined);
  return bytes > maxBytes ? null : parts;
}

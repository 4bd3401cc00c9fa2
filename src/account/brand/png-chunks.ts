import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length and type before the data of a chunk, and the checksum behind it. */
const [HEAD_BYTES, CRC_BYTES] = [8, 4];

export interface PngChunk {
  /** Four letters. Upper case begins those without which an image can't be decoded. */
  readonly type: string;
  readonly data: Buffer;
}

/** Why an image is refused: a sentence that says what to do. */
export class PngFault extends Error {}

/** The chunks of a PNG file up to its end chunk; what follows it is ignored.
 *  @throws PngFault
 *  @see https://www.w3.org/TR/png-3/#5DataRep */
export function readChunks(file: Buffer): PngChunk[] {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE))
    throw new PngFault('must be a PNG image. Convert other formats to PNG.');
  const chunks: PngChunk[] = [];
  for (let at = SIGNATURE.length; chunks.at(-1)?.type !== 'IEND';) {
    const chunk = chunkAt(file, at);
    chunks.push(chunk);
    at += HEAD_BYTES + chunk.data.length + CRC_BYTES;
  }
  return chunks;
}

export function pngOf(chunks: readonly PngChunk[]): Buffer {
  const parts = chunks.flatMap(({ type, data }) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const checksum = Buffer.alloc(CRC_BYTES);
    checksum.writeUInt32BE(crc32(named));
    return [length, named, checksum];
  });
  return Buffer.concat([SIGNATURE, ...parts]);
}

function chunkAt(file: Buffer, at: number): PngChunk {
  const isHeadWhole = at + HEAD_BYTES <= file.length;
  const end = isHeadWhole ? at + HEAD_BYTES + file.readUInt32BE(at) : Infinity;
  if (end + CRC_BYTES > file.length) throw new PngFault('ends early. Send the whole file.');
  const named = file.subarray(at + 4, end);
  if (crc32(named) !== file.readUInt32BE(end))
    throw new PngFault('is damaged: a checksum is wrong. Save the image again as PNG.');
  return { type: named.toString('latin1', 0, 4), data: named.subarray(4) };
}

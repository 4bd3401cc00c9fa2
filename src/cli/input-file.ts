import { readFile } from 'node:fs/promises';
import { errorCodeOf } from '../basics/error-code.js';

/** A file that the user named is unreadable or invalid. The message says which, what is wrong and where. */
export class InvalidFile extends Error {}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
};

/** Reads UTF-8, or UTF-16 with a byte order mark, as Windows PowerShell writes it.
 *  @throws InvalidFile if the file can't be read */
export async function readInputFile(path: string): Promise<string> {
  try {
    const bytes = await readFile(path);
    return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
  } catch (error) {
    const code = errorCodeOf(error);
    throw new InvalidFile(`${path} can't be read: ${UNREADABLE[code] ?? code}.`);
  }
}

/** @param where names the text in the message
 *  @throws InvalidFile if the text is no JSON */
export function parsedJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidFile(`${where} is not valid JSON: ${(error as Error).message}.`);
  }
}

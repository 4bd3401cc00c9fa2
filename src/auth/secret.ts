import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'pgk_';
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const FORM = /^pgk_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** A new bearer key: a prefix that scanners for leaked secrets can look for, 190 random bits in base62, and
 *  their CRC32 in base62.
 *  @see https://github.blog/2021-04-05-behind-githubs-new-authentication-token-formats/ */
export function newSecret(): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  );
  return PREFIX + random + base62(crc32(random));
}

/** Whether a text looks like a generated key but has a wrong checksum, so that no such key was ever issued. */
export function isMistyped(secret: string): boolean {
  const [, random, checksum] = FORM.exec(secret) ?? [];
  return random !== undefined && base62(crc32(random)) !== checksum;
}

/** SHA-256, the only form in which a key is kept: with this much randomness no slow hash is needed. */
export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** What may be shown of a key, enough to tell it from others. */
export function shownOf(secret: string): { prefix: string; lastFour: string } {
  const isShort = secret.length < 20;
  return { prefix: isShort ? '' : secret.slice(0, 8), lastFour: isShort ? '' : secret.slice(-4) };
}

/** What is stored of a key. */
export function storedOf(secret: string): { hash: Buffer; prefix: string; lastFour: string } {
  return { ...shownOf(secret), hash: hashOf(secret) };
}

function base62(value: number): string {
  let digits = '';
  for (let rest = value; digits.length < CHECKSUM_CHARACTERS; rest = Math.floor(rest / ALPHABET.length)) {
    digits = String(ALPHABET[rest % ALPHABET.length]) + digits;
  }
  return digits;
}

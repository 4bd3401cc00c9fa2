import { createHash, createHmac } from 'node:crypto';
import { type IncomingMessage } from 'node:http';

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=[^/]+\/(?<scope>\d{8}\/[\w-]+\/s3\/aws4_request), SignedHeaders=(?<names>[\w;-]+), Signature=(?<signature>[\da-f]{64})$/;

/** Whether a request without a query is signed with this secret.
 *  @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
export function isSignedWith(secret: string, { method, url = '', headers }: IncomingMessage): boolean {
  const { scope = '', names = '', signature } = AUTHORIZATION.exec(headers.authorization ?? '')?.groups ?? {};
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}`);
  const canonical = [method, url, '', ...lines, '', names, headers['x-amz-content-sha256']].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex') === signature;
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

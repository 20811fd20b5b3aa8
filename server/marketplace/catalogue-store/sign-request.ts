import { createHash, createHmac } from 'node:crypto';

/** Whose request it is, and for which region of S3. */
interface S3Identity {
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
/** Percent-encoding of RFC 3986, which leaves fewer characters as they are than `encodeURIComponent`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Headers that sign a request to S3 with all of its content (AWS Signature Version 4, "Authenticating Requests: Using
 * the Authorization Header"). To be sent as they are, besides what the client adds by itself.
 * @param url its path is taken as it is sent
 * @param headers in lower case; all of them are signed, with `host`
 */
export function signRequest(
  { region, keyId, secret }: S3Identity,
  method: string,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | undefined,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const content = sha256(body ?? '');
  const sent: Record<string, string> = { ...headers, 'x-amz-content-sha256': content, 'x-amz-date': time };
  const signed = Object.entries({ ...sent, host: url.host }).sort(([one], [other]) => (one < other ? -1 : 1));
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const names = signed.map(([name]) => name).join(';');
  const request = [
    method,
    url.pathname,
    query.join('&'),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    content,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request');
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')).toString('hex');
  sent.authorization = `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return sent;
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';
import type { StoreSettings } from '../../server/env-marketplace.js';

type S3Settings = Extract<StoreSettings, { kind: 's3' }>;

/** An object with its time of upload in milliseconds. */
interface Kept {
  body: Buffer;
  at: number;
}

/** An S3 service with one bucket in memory. It implements only what the tests need. */
export interface S3Double {
  settings: S3Settings;
  objects: Map<string, Kept>;
  /** Methods of the requests so far. */
  methods: string[];
  /** Response to all requests; null for regular ones. */
  fault: number | 'silence' | null;
  /** Milliseconds by which its clock is fast. */
  ahead: number;
  stop(): void;
}

const keyId = 'AKIDOUBLE';
const secret = 'a secret of the double/with+signs';
const region = 'eu-central-1';
const sha256 = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');
const tagOf = (body: Uint8Array): string => `"${createHash('md5').update(body).digest('hex')}"`;

/** Whether the signature of a request (AWS Signature Version 4) matches the received content. */
async function isSigned(message: IncomingMessage, url: URL, body: Buffer): Promise<boolean> {
  const { authorization = '' } = message.headers;
  const [, key, names = '', given = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/[\w-]+\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  const time = String(message.headers['x-amz-date']);
  const sent = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (key !== keyId || !(Math.abs(Date.now() - sent) < 15 * 60_000)) return false;
  const list = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => list.includes(name))) return false;
  if (message.headers['x-amz-content-sha256'] !== sha256(body)) return false;
  const headers = new Headers();
  for (const name of list) if (name !== 'host') headers.set(name, String(message.headers[name]));
  const signer = new AwsV4Signer({
    method: message.method ?? '',
    url: url.href,
    headers,
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    datetime: time,
    allHeaders: true,
  });
  return timingSafeEqual(Buffer.from(await signer.signature()), Buffer.from(given));
}

export async function startS3Double(bucket = 'catalogues'): Promise<S3Double> {
  const server = createServer((message, response) => void answer(message, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const objects = new Map<string, Kept>();
  const double: S3Double = {
    settings: { kind: 's3', bucket, prefix: 'shop/', endpoint, region, keyId, secret },
    objects,
    methods: [],
    fault: null,
    ahead: 0,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await message.toArray());
    const url = new URL(message.url ?? '/', endpoint);
    const method = message.method ?? '';
    double.methods.push(method);
    if (double.fault === 'silence') return void message.socket.destroy();
    const end = (status: number, text: string | Buffer = '', headers: Record<string, string> = {}): void =>
      void response
        .writeHead(status, { date: new Date(Date.now() + double.ahead).toUTCString(), ...headers })
        .end(method === 'HEAD' ? '' : text);
    const refuse = (status: number, code: string): void => end(status, `<Error><Code>${code}</Code></Error>`);
    if (double.fault !== null) return refuse(double.fault, 'Fault');
    if (!(await isSigned(message, url, body))) return refuse(403, 'SignatureDoesNotMatch');
    const [, name, key = ''] = /^\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
    if (name !== bucket) return refuse(404, 'NoSuchBucket');
    const there = objects.get(key);
    const { 'if-match': match, 'if-none-match': noMatch } = message.headers;
    if (method === 'GET' && key === '') return end(200, list(url));
    if (method === 'PUT') {
      if (noMatch === '*' && there) return refuse(412, 'PreconditionFailed');
      if (match !== undefined && !there) return refuse(404, 'NoSuchKey');
      if (match !== undefined && there && match !== tagOf(there.body)) return refuse(412, 'PreconditionFailed');
      objects.set(key, { body, at: Date.now() + double.ahead });
      return end(200, '', { etag: tagOf(body) });
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return end(204);
    }
    if (!there) return refuse(404, 'NoSuchKey');
    const headers = { etag: tagOf(there.body), 'last-modified': new Date(there.at).toUTCString() };
    if (noMatch === headers.etag) return end(304, '', headers);
    end(200, there.body, headers);
  }

  /** Returns two keys at a time, so that readers must continue the list. */
  function list(url: URL): string {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const shown = keys.slice(0, 2).map((key) => {
      const { at } = objects.get(key) as Kept;
      return `<Contents><Key>${key}</Key><LastModified>${new Date(at).toISOString()}</LastModified></Contents>`;
    });
    const more = keys.length > 2 ? `<NextContinuationToken>${keys[1]}</NextContinuationToken>` : '';
    return `<ListBucketResult><IsTruncated>${keys.length > 2}</IsTruncated>${shown.join('')}${more}</ListBucketResult>`;
  }
  return double;
}

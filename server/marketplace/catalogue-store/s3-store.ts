import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { AwsV4Signer } from 'aws4fetch';
import { type Clock, dateOf, timestampOf } from '../../clock/clock.js';
import type { StoreSettings } from '../../env-marketplace.js';
import { lockedSentence, type ObjectStore, type StoredObject, StoreError, type StoreLock } from './object-store.js';

/** Limit of one call with its body. */
const callTimeoutMs = 20_000;
const tries = 3;
/** Pause between two attempts, interval of renewals, and how long a lock outlives its holder. */
const lockTimes = { pauseMs: 1000, renewMs: 20_000, leaseMs: 90_000 };
const lockKey = 'importing.json';

type S3Settings = Extract<StoreSettings, { kind: 's3' }>;

/** Signs a request with all of its headers and content (AWS Signature Version 4). */
export async function signRequest(
  { region, keyId, secret }: Pick<S3Settings, 'region' | 'keyId' | 'secret'>,
  method: string,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | undefined,
  now: Date,
): Promise<Headers> {
  const content = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': content },
    accessKeyId: keyId,
    secretAccessKey: secret,
    region,
    service: 's3',
    datetime: now.toISOString().replace(/[-:]|\.\d+/g, ''),
    allHeaders: true,
  });
  return (await signer.sign()).headers;
}

/**
 * A store in an S3 bucket with conditional writes (`If-Match`, `If-None-Match: *`) and path addresses. It uses GET,
 * HEAD, PUT, DELETE and ListObjectsV2 only.
 */
export class S3Store implements ObjectStore {
  readonly name: string;
  readonly #settings: S3Settings;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #clock: Clock;
  readonly #times: typeof lockTimes;

  constructor(settings: S3Settings, clock: Clock, times = lockTimes) {
    const { bucket, prefix, endpoint } = settings;
    this.name = `s3://${bucket}/${prefix}`.replace(/\/$/, '');
    this.#settings = settings;
    this.#bucket = `${endpoint}/${bucket}`;
    this.#prefix = prefix;
    this.#clock = clock;
    this.#times = times;
  }

  async get(key: string): Promise<StoredObject | null>;
  async get(key: string, known: string | null): Promise<StoredObject | 'same' | null>;
  async get(key: string, known: string | null = null): Promise<StoredObject | 'same' | null> {
    const { status, headers, body } = await this.#call('GET', key, known === null ? {} : { 'if-none-match': known });
    if (status === 404) return null;
    if (status === 304) return 'same';
    return { body, mark: headers.get('etag') ?? '' };
  }

  async has(key: string): Promise<boolean> {
    return (await this.#call('HEAD', key)).status === 200;
  }

  async put(key: string, body: Uint8Array, replaces?: string | null): Promise<boolean> {
    const condition: Record<string, string> =
      replaces === null ? { 'if-none-match': '*' } : replaces === undefined ? {} : { 'if-match': replaces };
    const { status } = await this.#call('PUT', key, condition, body);
    // 404: the object to replace is gone. 409: another write was faster.
    return status !== 412 && status !== 409 && status !== 404;
  }

  async list(prefix: string): Promise<{ key: string; ageMs: number }[]> {
    const found: { key: string; ageMs: number }[] = [];
    for (let token: string | undefined = ''; token !== undefined; ) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: this.#prefix + prefix });
      if (token) query.set('continuation-token', token);
      const { headers, body } = await this.#call('GET', null, {}, undefined, `?${query}`);
      const now = Date.parse(headers.get('date') ?? '') || this.#clock.now();
      const text = body.toString();
      for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = textOf(entry, 'Key')?.slice(this.#prefix.length);
        if (key) found.push({ key, ageMs: now - Date.parse(textOf(entry, 'LastModified') ?? '') });
      }
      token = textOf(text, 'IsTruncated') === 'true' ? textOf(text, 'NextContinuationToken') : undefined;
    }
    return found;
  }

  async remove(key: string): Promise<void> {
    await this.#call('DELETE', key);
  }

  /** A lease: an object that its holder rewrites. One that was not rewritten for a while is taken over. */
  async lock(timeoutMs: number): Promise<StoreLock> {
    const end = this.#clock.steady() + timeoutMs;
    const token = randomUUID();
    const content = (): Buffer =>
      Buffer.from(JSON.stringify({ importer: hostname(), token, at: timestampOf(this.#clock) }));
    for (;;) {
      const there = await this.#leaseOf();
      if (there === null || there.ageMs > this.#times.leaseMs) {
        await this.put(lockKey, content(), there?.mark ?? null);
        // The object is certain, while the answer of the put may have been lost.
        if (await this.#isOurs(token)) break;
      }
      if (this.#clock.steady() >= end) throw new StoreError(lockedSentence);
      await this.#clock.sleep(this.#times.pauseMs);
    }
    let isLost = false;
    const renew = async (): Promise<void> => {
      const mark = await this.#markOfOurs(token).catch(() => undefined);
      if (mark === null) isLost = true;
      else if (mark && !(await this.put(lockKey, content(), mark).catch(() => true))) isLost = true;
    };
    const timer = this.#clock.every(this.#times.renewMs, () => void renew());
    return {
      check: async () => {
        if (isLost || !(await this.#isOurs(token)))
          throw new StoreError('Another import has taken over meanwhile, since the catalogue store was out of reach.');
      },
      release: async () => {
        timer.cancel();
        // The work is done; a lock that cannot be released expires.
        if (await this.#isOurs(token).catch(() => false)) await this.remove(lockKey).catch(() => {});
      },
    };
  }

  async #leaseOf(): Promise<{ mark: string; ageMs: number } | null> {
    const { status, headers } = await this.#call('GET', lockKey);
    if (status === 404) return null;
    // Both times are the store's own, because clocks of machines may differ.
    const ageMs = Date.parse(headers.get('date') ?? '') - Date.parse(headers.get('last-modified') ?? '');
    return { mark: headers.get('etag') ?? '', ageMs };
  }

  /** @returns null if another importer holds the lease, or nobody */
  async #markOfOurs(token: string): Promise<string | null> {
    const there = await this.get(lockKey);
    return there?.body.includes(token) ? there.mark : null;
  }

  async #isOurs(token: string): Promise<boolean> {
    return (await this.#markOfOurs(token)) !== null;
  }

  async #call(
    method: string,
    key: string | null,
    headers: Record<string, string> = {},
    body?: Uint8Array,
    query = '',
  ): Promise<{ status: number; headers: Headers; body: Buffer }> {
    const url = new URL(`${this.#bucket}${key === null ? '' : `/${this.#prefix}${key}`}${query}`);
    let reason = '';
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const ended = new AbortController();
      const timer = this.#clock.after(callTimeoutMs, () => ended.abort(new Error('it does not answer')));
      try {
        const response = await fetch(url, {
          method,
          headers: await signRequest(this.#settings, method, url, headers, body, dateOf(this.#clock)),
          signal: ended.signal,
          redirect: 'error',
          ...(body && { body: Buffer.from(body) }),
        });
        const received = Buffer.from(await response.arrayBuffer());
        const { status } = response;
        if (response.ok || [304, 404, 409, 412].includes(status)) {
          if (status === 404 && received.includes('NoSuchBucket'))
            throw new StoreError(this.#sentence('there is no such bucket'));
          return { status, headers: response.headers, body: received };
        }
        reason = `it answers ${status} ${/<Code>(\w+)</.exec(received.toString('utf8', 0, 2000))?.[1] ?? ''}`.trim();
        if (status < 500 && status !== 429) break;
      } catch (error) {
        if (error instanceof StoreError) throw error;
        const { cause, message } = error as Error & { cause?: { code?: string } };
        reason = cause?.code ? `no connection (${cause.code})` : message;
      } finally {
        timer.cancel();
      }
      if (attempt < tries) await this.#clock.sleep(100 * 4 ** attempt * (0.5 + Math.random() / 2));
    }
    throw new StoreError(this.#sentence(reason));
  }

  #sentence(reason: string): string {
    return `The catalogue store ${this.name} cannot be used: ${reason}.`;
  }
}

/** Names in the store need no character references. */
const textOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

/** Requests at the times of visitors, each on a connection of its own, whether earlier ones were answered or not. */
import { request } from 'node:http';

export interface Answered {
  /** HTTP status; 0 without a response. */
  status: number;
  milliseconds: number;
  /** When it was sent, by `performance.now()`. */
  at: number;
}
interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Milliseconds after which a client gives up. */
const timeoutMs = 20_000;

/** Sends one request on a new connection and reads the answer to its end. */
export function askOnce(address: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answered> {
  const at = performance.now();
  return new Promise((resolve) => {
    const end = (status: number): void => resolve({ status, milliseconds: performance.now() - at, at });
    const sent = request(address, { method, headers, agent: false, timeout: timeoutMs }, (response) => {
      response.on('end', () => end(response.statusCode ?? 0));
      response.on('error', () => end(0));
      response.resume();
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => end(0));
    sent.end(body);
  });
}

/** Adds one piece of an offer to a cart of a new visitor. */
export const addOnce = (origin: string, offer: string): Promise<Answered> =>
  askOnce(`${origin}/api/Warenkorb/Hinzufuegen/${offer}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: 'quantity=1&locale=de-DE',
  });

/** Milliseconds within which a share of the answers came. @throws RangeError for no answers */
export function percentile(answers: readonly Answered[], share: number): number {
  const sorted = answers.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (found === undefined) throw new RangeError('a percentile of no answers');
  return found;
}

/** Sends one request of each kind after each pause. @returns all answers, by kind */
export async function steadily<Kind extends string>(
  kinds: Readonly<Record<Kind, () => Promise<Answered>>>,
  pauseMs: number,
  seconds: number,
): Promise<Record<Kind, Answered[]>> {
  const turns: Promise<(readonly [string, Answered])[]>[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const asked = Object.entries<() => Promise<Answered>>(kinds).map(
      async ([kind, ask]) => [kind, await ask()] as const,
    );
    turns.push(Promise.all(asked));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  const answers = (await Promise.all(turns)).flat();
  const of = (kind: string) => answers.filter(([own]) => own === kind).map(([, answer]) => answer);
  return Object.fromEntries(Object.keys(kinds).map((kind) => [kind, of(kind)])) as Record<Kind, Answered[]>;
}

/** Sends requests at random times (Poisson). @returns all answers */
export async function openLoop(ask: () => Promise<Answered>, perSecond: number, seconds: number): Promise<Answered[]> {
  const answers: Promise<Answered>[] = [];
  const start = performance.now();
  let next = start;
  while (next - start < seconds * 1000) {
    next += (-Math.log(1 - Math.random()) * 1000) / perSecond;
    const waitMs = next - performance.now();
    if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs));
    else if (waitMs < -50) await new Promise(setImmediate);
    answers.push(ask());
  }
  return Promise.all(answers);
}

/** Lets each client send its next request after the last answer. @returns good answers a second */
export async function closedLoop(ask: () => Promise<Answered>, clients: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let good = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < end) if ((await ask()).status === 200) good += 1;
  };
  await Promise.all(Array.from({ length: clients }, client));
  return good / seconds;
}

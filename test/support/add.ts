import { until } from './until.ts';

/** Result of an add to the cart. */
export interface Added {
  status: number;
  /** Session of the cart as a `cookie` header. */
  cookie: string;
  requestId: string;
}

/** Adds one piece of an offer like a script. @param cookie of the visitor; a new one by default */
export async function add(origin: string, offer: string, cookie = ''): Promise<Added> {
  const response = await fetch(`${origin}/api/Warenkorb/Hinzufuegen/${offer}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', origin, cookie },
    body: '{"quantity":1}',
  });
  await response.arrayBuffer();
  const given = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return {
    status: response.status,
    cookie: given.find((line) => line?.startsWith('partavo=')) ?? cookie,
    requestId: response.headers.get('x-request-id') ?? '',
  };
}

/** Returns an offer that can be added to a cart. Waits while a busy machine refuses. */
export async function anyOffer(origin: string): Promise<string> {
  let offer: string | null | undefined;
  await until('the shop has offers', async () => {
    const response = await fetch(`${origin}/api/-/-/--1523`);
    const { spareParts = [] } = (await response.json()) as { spareParts?: { offerId: string | null }[] };
    offer = spareParts.find(({ offerId }) => offerId !== null)?.offerId;
    return offer !== undefined;
  });
  return String(offer);
}

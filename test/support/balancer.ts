import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A balancer before web tiers: each request goes to the next tier, or to another one if that is unreachable. */
export interface Balancer {
  origin: string;
  /** Answered requests by tier. */
  answered: number[];
  stop(): void;
}

/** @param tiers their origins; they need `TRUST_PROXY=1` */
export async function startBalancer(tiers: readonly string[]): Promise<Balancer> {
  const answered = tiers.map(() => 0);
  let turn = 0;
  const server = createServer(async (message, response) => {
    const body = Buffer.concat(await message.toArray());
    for (let attempt = 0; attempt < tiers.length; attempt += 1) {
      const tier = turn++ % tiers.length;
      if (await pass(message, body, String(tiers[tier]), response)) {
        answered[tier] = (answered[tier] ?? 0) + 1;
        return;
      }
    }
    response.writeHead(502).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @returns false if the tier is unreachable, so that another one may answer */
const pass = (message: IncomingMessage, body: Buffer, tier: string, response: ServerResponse): Promise<boolean> =>
  new Promise((resolve) => {
    const headers = { ...message.headers, 'x-forwarded-for': String(message.socket.remoteAddress) };
    const sent = request(`${tier}${message.url}`, { method: message.method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response).once('finish', () => resolve(true));
    });
    sent.once('error', () => resolve(false)).end(body);
  });

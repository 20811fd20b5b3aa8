import { createServer } from 'node:net';

/** Below the ephemeral ports, so that no connection takes the port while its program restarts. */
const ports = { first: 10_000, count: 9000 };

/** Returns an unused loopback port, for programs that need a fixed one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ports.first + Math.floor(Math.random() * ports.count);
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer()
        .once('error', () => resolve(false))
        .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

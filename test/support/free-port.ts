import { createServer } from 'node:net';

/** Below those that the system gives to connections of its own, so that a program can be started on it again. */
const ports = { first: 10_000, count: 9000 };

/** A port of loopback that nobody listens on, for programs that need a fixed one. */
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

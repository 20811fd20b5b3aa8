import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server as NetServer } from 'node:net';
import type { Logger } from 'pino';
import { respondToBrokenRequests } from '../web/http/client-error.js';
import { boundConnections, type ConnectionBounds } from '../web/http/connections.js';
import { BootError } from './boot-error.js';

interface Place {
  host: string;
  /** Port to listen on; 0 = a free one. */
  port: number;
  /** The variable of the port, for messages. */
  variable: 'PORT' | 'METRICS_PORT' | 'MERCHANTS_PORT' | 'CONSOLE_PORT';
  /** Listening sockets on the port; more than one on Linux only, which can share a port. */
  sockets?: number;
}

/** Replaces an error of listening by a sentence, if there is one. */
function reasonOf(error: NodeJS.ErrnoException, { host, port, variable }: Place): Error {
  const where = variable === 'PORT' ? 'HOST' : variable.replace('PORT', 'HOST');
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is taken: choose another one with ${variable}.`,
    EACCES: `This user may not open port ${port}: choose one above 1023 with ${variable}.`,
    EADDRNOTAVAIL: `${host} is no address of this machine: choose another one with ${where}.`,
    ENOTFOUND: `${host} is no known name: choose another one with ${where}.`,
    EAI_AGAIN: `${host} is no known name: choose another one with ${where}.`,
  };
  const sentence = sentences[error.code ?? ''];
  return sentence === undefined ? error : new BootError(sentence);
}

const close = (server: NetServer): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** `requestSeconds`: the time in which a request must arrive. */
type ListenerOptions = ConnectionBounds & { readonly log: Logger; readonly requestSeconds?: number };

/**
 * The HTTP server behind each port of the process: it bounds connections and times, and answers malformed requests. It
 * may listen on several sockets of its port. The event loop accepts one connection of each socket in a turn. With one
 * socket, new visitors would wait many turns while the shop is busy.
 */
export class Listener {
  readonly server: Server;
  readonly #options: ListenerOptions;
  readonly #sockets: NetServer[];

  constructor(options: ListenerOptions) {
    const { requestSeconds = 10 } = options;
    // The shop itself answers requests without a host (`oneHost`).
    this.server = createServer({ connectionsCheckingInterval: 1000, requireHostHeader: false });
    this.#options = options;
    this.#sockets = [this.server];
    // Node's default is ninety seconds, which helps slow senders of headers.
    this.server.headersTimeout = 5000;
    this.server.requestTimeout = requestSeconds * 1000;
    // Longer than the idle time of balancers.
    this.server.keepAliveTimeout = 75_000;
  }

  /** Opens the port. @returns its address. @throws BootError where the port is not available */
  async listen(place: Place, handle: RequestListener): Promise<string> {
    const { host, port, sockets = 1 } = place;
    const isShared = sockets > 1 && process.platform === 'linux';
    const { log } = this.#options;
    boundConnections(this.server, respondToBrokenRequests(this.server, handle, log), this.#options);
    try {
      if (isShared && port !== 0) await this.#probe(host, port);
      await this.#open(this.server, { host, port, reusePort: isShared });
      const { port: given } = this.server.address() as AddressInfo;
      for (let index = 1; isShared && index < sockets; index += 1) {
        const socket = createNetServer({ noDelay: true }, (connection) => this.server.emit('connection', connection));
        this.#sockets.push(socket);
        await this.#open(socket, { host, port: given, reusePort: true });
      }
      return `http://${host.includes(':') ? `[${host}]` : host}:${given}`;
    } catch (error) {
      throw reasonOf(error as NodeJS.ErrnoException, place);
    }
  }

  /** Accepts no more connections. Resolves when the last one has ended. */
  async close(): Promise<void> {
    await Promise.all(this.#sockets.map(close));
  }

  /** Fails where another shop of the same user listens: it would share the port. */
  async #probe(host: string, port: number): Promise<void> {
    const probe = createNetServer();
    await this.#open(probe, { host, port });
    await close(probe);
  }

  async #open(socket: NetServer, options: { host: string; port: number; reusePort?: boolean }): Promise<void> {
    socket.listen(options);
    await once(socket, 'listening');
  }
}

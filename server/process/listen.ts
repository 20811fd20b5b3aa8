import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server as NetServer } from 'node:net';
import type { Logger } from 'pino';
import { respondToBrokenRequests } from '../web/http/client-error.js';
import { boundConnections, type ConnectionBounds } from '../web/http/connections.js';
import { BootError } from './boot-error.js';

interface Place {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** The variable that names the port, for anyone who has to choose another one. */
  variable: 'PORT' | 'METRICS_PORT' | 'MERCHANTS_PORT' | 'CONSOLE_PORT';
  /** Listening sockets on the port; more than one only where the system can share one (Linux). */
  sockets?: number;
}

/** Turns an error of listening into a sentence, where there is one. */
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

/** `requestSeconds`: how long a request may take to arrive. */
type ListenerOptions = ConnectionBounds & { readonly log: Logger; readonly requestSeconds?: number };

/**
 * A server of HTTP as every port of the process has it: bounds of connections and of time, and an answer to whatever is
 * no request. It may be behind several sockets of its port: the event loop takes one connection from each in a turn, so
 * that with one socket new visitors would wait many turns while the shop is busy.
 */
export class Listener {
  readonly server: Server;
  readonly #options: ListenerOptions;
  readonly #sockets: NetServer[];

  constructor(options: ListenerOptions) {
    const { requestSeconds = 10 } = options;
    // Who names no host is answered by the shop, as everybody else is (`oneHost`).
    this.server = createServer({ connectionsCheckingInterval: 1000, requireHostHeader: false });
    this.#options = options;
    this.#sockets = [this.server];
    // Node would let a slow sender of headers live for ninety seconds.
    this.server.headersTimeout = 5000;
    this.server.requestTimeout = requestSeconds * 1000;
    // Longer than the idle time of the balancers in front.
    this.server.keepAliveTimeout = 75_000;
  }

  /**
   * @param handle answers requests
   * @returns the address. @throws BootError where the port cannot be had
   */
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

  /** Takes no more connections. Resolves when the last one has ended. */
  async close(): Promise<void> {
    await Promise.all(this.#sockets.map(close));
  }

  /** A port that may be shared is free for other shops of the same user as well: only one of them may have it. */
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

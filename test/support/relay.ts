import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network connection between two programs that a test can interrupt. */
export interface Relay {
  readonly port: number;
  /** Sends new connections to another port, as after a move to another machine, and cuts old ones. */
  lead(to: number): void;
  /** From now on the relay drops all bytes without closing a connection, like an unplugged cable. */
  silence(): void;
  /** Ends the silence. Cuts silenced connections, since their bytes are lost. */
  mend(): void;
  stop(): void;
}

/** @param to local port */
export async function startRelay(to: number): Promise<Relay> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isSilent = false;
  let target = to;
  const server = createServer((client) => {
    // A connection during the silence gets no response.
    const far = isSilent ? null : connect(target, '127.0.0.1');
    const pair = [client, far ?? client] as const;
    pairs.add(pair);
    const cut = (): void => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) {
      socket.setNoDelay(true);
      // If one side closes a silenced connection, the other side does not notice.
      socket.on('error', () => socket.destroy()).on('close', () => isSilent || cut());
    }
    if (!far) return void client.resume();
    client.on('data', (bytes) => isSilent || far.write(bytes));
    far.on('data', (bytes) => isSilent || client.write(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutAll = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  return {
    port: (server.address() as AddressInfo).port,
    lead(next) {
      target = next;
      cutAll();
    },
    silence() {
      isSilent = true;
    },
    mend() {
      cutAll();
      isSilent = false;
    },
    stop() {
      server.close();
      cutAll();
    },
  };
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between two programs that a test can take away. */
export interface Relay {
  readonly port: number;
  /** Leads new connections elsewhere, as an address does that moves to another machine; old ones are cut. */
  lead(to: number): void;
  /** From now on the relay drops all bytes without closing a connection, like an unplugged cable. */
  silence(): void;
  /** Everything passes again; what was silenced is cut, as its bytes are lost. */
  mend(): void;
  stop(): void;
}

/** @param to port of this machine */
export async function startRelay(to: number): Promise<Relay> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isSilent = false;
  let target = to;
  const server = createServer((client) => {
    // A connection that begins meanwhile gets no answer.
    const far = isSilent ? null : connect(target, '127.0.0.1');
    const pair = [client, far ?? client] as const;
    pairs.add(pair);
    const cut = (): void => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) {
      socket.setNoDelay(true);
      // A program that gives up a silenced connection hears nothing of the other side.
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

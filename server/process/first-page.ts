import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Clock } from '../clock/clock.js';

/** Milliseconds for the first page. */
const pauseMs = 250;

/** Resolves after the first answer of a server that listens, or after a pause without one. */
export async function firstPage(server: Server, clock: Clock): Promise<void> {
  const answer = once(server, 'request').then(([, response]) => once(response as ServerResponse, 'close'));
  await Promise.race([answer, clock.sleep(pauseMs)]);
}

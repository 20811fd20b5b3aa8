import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Room } from '../../contract/operations.js';
import { activate, type FixtureOptions, writeCatalogue } from '../catalogue/fixture.test-data.js';
import { startRoom as startCatalogueRoom } from './catalogue-room.js';
import type { MarketplaceSettings, RunningRoom } from './room.js';
import { startRoom as startStateRoom } from './state-room.js';

/** A room over a fresh directory with the small catalogue, spoken to over real HTTP. */
export interface TestRoom {
  dataDir: string;
  room: RunningRoom;
  /** The parsed answer of a call; `body` is sent as JSON unless it is a string. */
  call(path: string, options?: CallOptions): Promise<TestAnswer>;
  /** Writes another generation and moves the pointer to it. */
  activate(options: FixtureOptions): void;
  stop(): Promise<void>;
}
export interface CallOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}
export interface TestAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

export async function startTestRoom(mode: Room, drain = 200, settings: MarketplaceSettings = {}): Promise<TestRoom> {
  const dataDir = mkdtempSync(join(tmpdir(), 'marketplace-'));
  const activateOptions = (options: FixtureOptions) =>
    activate(dataDir, options.generation, writeCatalogue(dataDir, options));
  activateOptions({ generation: 'g1' });
  const startRoom = mode === 'state' ? startStateRoom : startCatalogueRoom;
  const room = await startRoom({ dataDir, settings, catalogueTimes: { poll: 20, drain } });
  return {
    dataDir,
    room,
    activate: activateOptions,
    call: (path, options) => call(room.port, path, options),
    async stop() {
      await room.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function call(port: number, path: string, { method, body, headers }: CallOptions = {}): Promise<TestAnswer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

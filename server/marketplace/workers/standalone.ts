import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher } from 'undici';
import { callHeaders } from '../../contract/call-headers.js';
import type { ServiceName } from '../../contract/operations/operation.js';
import { operations } from '../../contract/operations/operations.js';
import { type Problem, ProblemError } from '../../contract/problem.js';
import { marketplaceSettings, readMarketplaceEnv } from '../../env-marketplace.js';
import { isLoopback } from '../../env-values.js';
import { matchOperation } from '../http/match-operation.js';
import { sentenceOf } from '../program/expected-error.js';
import { logLine, logWarnings } from '../program/log.js';
import { refuseParameters } from '../program/refuse-parameters.js';
import { prepareWorkers, startWorkers } from './start-workers.js';

/**
 * Entry of `npm run marketplace`: both threads behind one address, the MARKETPLACE_URL of web tiers on other machines.
 */
refuseParameters(
  'npm run marketplace',
  'Serves the marketplace alone; it reads MARKETPLACE_PORT, HOST, DATA_DIR, MARKETPLACE_SECONDS, MARKETPLACE_TRUST, PLATES_URL, VIN_URL, PLATES_NL_URL, CODES_AT_URL, SMTP_URL, EMBARGO, FEEDS_LOOPBACK, DATABASE_URL, DATABASE_CONNECTIONS, CONSOLE_TOKEN, CONSOLE_TOKEN_FILE, CATALOGUE_STORE.',
);
logWarnings();
const env = read();
const { HOST: host, MARKETPLACE_PORT: port, DATA_DIR: dataDir, MARKETPLACE_TRUST: trust } = env;

const forwardedHeaders = [
  callHeaders.session,
  callHeaders.sessionIsSigned,
  callHeaders.mayBegin,
  callHeaders.timeout,
  callHeaders.sentAt,
  callHeaders.requestId,
  callHeaders.idempotencyKey,
  callHeaders.trust,
  'content-type',
];
const workers = await startWorkers({
  dataDir,
  settings: marketplaceSettings(env),
  threads: prepareWorkers(new URL('./marketplace-worker.js', import.meta.url)),
}).catch((error: unknown) => end(sentenceOf(error)));
const services: Readonly<Record<ServiceName, URL>> = {
  catalogue: workers.catalogue,
  state: await workers.startState().catch((error: unknown) => end(sentenceOf(error))),
};
const agent = new Agent({ connections: 64, headersTimeout: 10_000, bodyTimeout: 10_000 });

const front = createServer({ connectionsCheckingInterval: 1000 }, (message, response) => {
  forward(message, response).catch((error: unknown) => refuse(response, error));
});
front.headersTimeout = 5000;
front.requestTimeout = 15_000;
front.keepAliveTimeout = 65_000;

/** Unknown paths go to the catalogue service, which responds with 404. */
function serviceOf(method: string, path: string): ServiceName {
  const matched = matchOperation(method, path);
  return matched && 'id' in matched ? operations[matched.id].service : 'catalogue';
}

async function forward(message: IncomingMessage, response: ServerResponse): Promise<void> {
  const method = message.method ?? 'GET';
  const target = message.url ?? '/';
  if (!target.startsWith('/')) throw new ProblemError('not_found', 'unknown path');
  const { pathname, search } = new URL(`http://marketplace${target}`);
  const headers: Record<string, string> = {};
  for (const name of forwardedHeaders) {
    const value = message.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  const upstream = await agent.request({
    origin: services[serviceOf(method, pathname)].origin,
    path: pathname + search,
    method: method as Dispatcher.HttpMethod,
    headers,
    body: method === 'GET' || method === 'HEAD' ? null : message,
  });
  for (const [name, value] of Object.entries(upstream.headers)) {
    if (value !== undefined && name !== 'connection' && name !== 'keep-alive') response.setHeader(name, value);
  }
  response.statusCode = upstream.statusCode;
  await pipeline(upstream.body, response);
}

function refuse(response: ServerResponse, error: unknown): void {
  // A caller that went away is no failure.
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const problem = error instanceof ProblemError ? error : new ProblemError('upstream');
  const requestId = randomUUID();
  if (!(error instanceof ProblemError)) logLine('error', 'forward_failed', { requestId, reason: String(error) });
  const body: Problem = {
    type: 'about:blank',
    title: problem.code,
    status: problem.status,
    code: problem.code,
    requestId,
  };
  response.writeHead(problem.status, {
    'content-type': 'application/problem+json',
    [callHeaders.requestId]: requestId,
  });
  response.end(JSON.stringify(body));
}

function read(): ReturnType<typeof readMarketplaceEnv> {
  try {
    return readMarketplaceEnv(process.env);
  } catch (error) {
    return end(sentenceOf(error));
  }
}

function end(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

async function stop(): Promise<void> {
  const closed = once(front, 'close');
  front.close();
  front.closeIdleConnections();
  await closed;
  await workers.stop();
  await agent.close();
}

if (!isLoopback(host) && trust === undefined)
  logLine('warn', 'marketplace_open', {
    host,
    reason: 'anyone who reaches this address can log in as anybody; set MARKETPLACE_TRUST here and in the shop',
  });
front.once('error', (error: NodeJS.ErrnoException) => {
  const isTaken = error.code === 'EADDRINUSE';
  end(
    isTaken
      ? `Port ${port} is taken: choose another one with MARKETPLACE_PORT.`
      : `${host}:${port} cannot be listened on (${error.code}): choose others with HOST and MARKETPLACE_PORT.`,
  );
});
front.listen(port, host, () => {
  const { generation } = workers;
  logLine('info', 'marketplace_listening', { host, port: (front.address() as { port: number }).port, generation });
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An external API over real HTTP: answers JSON by path, and can fail, hang or send rubbish. */
export interface JsonServer {
  origin: string;
  /** Requested paths in order. */
  asked: string[];
  responses: Record<string, unknown>;
  state: 'well' | 'failing' | 'slow' | 'rubbish';
  stop(): Promise<void>;
}

export async function startJsonServer(responses: Record<string, unknown>): Promise<JsonServer> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    json.asked.push(path);
    if (json.state === 'slow') return;
    response.setHeader('content-type', 'application/json');
    if (json.state === 'failing') response.statusCode = 503;
    else if (!(path in json.responses)) response.statusCode = 404;
    response.end(
      json.state === 'rubbish' ? '{"response":["CANARY-RUBBISH"' : JSON.stringify(json.responses[path] ?? {}),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const json: JsonServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    responses,
    state: 'well',
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  return json;
}

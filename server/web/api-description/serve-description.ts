import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { defaultEdition } from '../routes/editions.js';
import { problemMessage, problemType } from '../texts/problem-texts.js';
import type { Texts } from '../texts/texts.js';
import { type ApiDescription, describeApi } from './describe-api.js';

/** Makes the description on its first request. */
export function createApiDescription(texts: Texts, shopName: string): () => ApiDescription {
  let made: ApiDescription | undefined;
  return () => {
    const { t } = texts.of(defaultEdition);
    made ??= describeApi({ shopName, typeOf: problemType, titleOf: (code) => problemMessage(t, code) });
    return made;
  };
}

/** Answers `GET /api/openapi.json`, also while the marketplace is down. */
export function serveDescription(description: () => ApiDescription): RequestHandler {
  let sent: { body: string; tag: string } | undefined;
  return (request, response) => {
    request.notes.route = 'api.description';
    if (!sent) {
      const body = JSON.stringify(description());
      sent = { body, tag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
    }
    response.setHeader('Cache-Control', 'private, max-age=0, must-revalidate');
    response.setHeader('ETag', sent.tag);
    response.type('application/json').send(sent.body);
  };
}

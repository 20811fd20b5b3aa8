import type { RequestHandler } from 'express';
import type { Accounts } from './accounts.js';

/** Passes browsers to the embedded provider. Its other endpoints are not public (D29). */
export function demoProvider(start: NonNullable<Accounts['demo']>): RequestHandler {
  return async (request, response, next) => {
    if (request.method !== 'GET' || !/^\/auth(\/|$)/.test(request.path)) return next();
    request.notes.route = 'demoProvider';
    response.setHeader('Cache-Control', 'private, no-store');
    const demo = await start();
    demo.handle(request, response, next);
  };
}

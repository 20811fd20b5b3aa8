import type { RequestHandler } from 'express';
import type { Accounts } from './accounts.js';

/**
 * The way of the browser to the embedded provider and back from its login page; started by the first of them (D29).
 * Its other endpoints are the shop's own business and not reached from outside.
 */
export function demoProvider(start: NonNullable<Accounts['demo']>): RequestHandler {
  return async (request, response, next) => {
    if (request.method !== 'GET' || !/^\/auth(\/|$)/.test(request.path)) return next();
    request.notes.route = 'demoProvider';
    response.setHeader('Cache-Control', 'private, no-store');
    const demo = await start();
    demo.handle(request, response, next);
  };
}

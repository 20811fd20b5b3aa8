import type { Request, RequestHandler, Response } from 'express';

/** Reads a body as its middleware does. @throws what it is refused for */
export const readBody = (handler: RequestHandler, request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    handler(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });

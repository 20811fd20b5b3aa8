import { type Request, type Response, Router } from 'express';
import { ProblemError } from '../../contract/problem.js';
import { unusable } from '../../contract/refused-parameter.js';
import { saveVehicleBody } from '../../contract/users.js';
import type { Client } from '../api/client.js';
import { audienceOf, field } from '../http/audience.js';
import { deliveryCountry } from '../http/edition-path.js';
import { readBody } from '../http/forms.js';
import type { Routes } from '../routes/routes.js';
import type { UserCallsOf } from './user-calls.js';

/** Answers a request with another method: 405 with the method that the path has. */
const only = (allow: string) => (_request: Request, response: Response) => {
  response.setHeader('Allow', allow);
  throw new ProblemError('method');
};

/** @throws ProblemError `invalid` where no model can have the id (D51) */
function modelIdIn(values: Record<string, unknown>): string {
  const read = saveVehicleBody.safeParse(values);
  if (!read.success) throw new ProblemError('invalid', 'modelId', unusable(saveVehicleBody, values, read.error));
  return read.data.modelId;
}

/**
 * `/api/user/vehicles`: list, save, and take one off. Checked in this order: challenge (before), edition, login (D51).
 * They want JSON and the check headers, so that no form of another site can reach them.
 */
export function userApi(client: Client, userCalls: UserCallsOf, { editions }: Pick<Routes, 'editions'>): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const callsOf = (request: Request, response: Response) => {
    const { locale } = audienceOf(request);
    request.notes.route = `api.user___${locale}`;
    const edition = editions.of(locale);
    if (!edition?.hasLogin) throw new ProblemError('edition');
    const country = deliveryCountry(request, edition);
    return userCalls(client.for({ locale, country }), request, response);
  };
  router.use((_request, response, next) => {
    response.setHeader('Cache-Control', 'private, no-store');
    next();
  });
  router
    .route('/vehicles')
    .get(async (request, response) => {
      response.json(await callsOf(request, response).vehicles());
    })
    .post(readBody, async (request: Request, response: Response) => {
      const user = callsOf(request, response);
      await user.vehicles();
      await user.save(modelIdIn({ modelId: field(request.body, 'modelId') }));
      response.json({ success: true });
    })
    .all(only('GET, HEAD, POST'));
  router
    .route('/vehicles/Loeschen/:modelId')
    .post(readBody, async (request: Request<{ modelId: string }>, response: Response) => {
      await callsOf(request as unknown as Request, response).forget(modelIdIn(request.params));
      response.json({ success: true });
    })
    .all(only('POST'));
  return router;
}

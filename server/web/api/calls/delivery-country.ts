import type { RequestHandler } from 'express';
import { country as countrySchema } from '../../../contract/countries.js';
import { field } from '../../http/audience.js';
import { beginCall, ownPath } from '../../http/forms.js';
import { sendsNoCookie } from '../../http/session-cookie.js';
import { localPath } from '../../routes/paths.js';
import type { Routes } from '../../routes/routes.js';

const keptForAYear = { path: '/', sameSite: 'strict', maxAge: 365 * 24 * 3600 * 1000 } as const;

/** Answers `POST /delivery-country`: stores the choice in a cookie and redirects back (D44). */
export function chooseDeliveryCountry(routes: Routes): RequestHandler {
  return (request, response) => {
    const { edition, prefix } = beginCall(routes, request, 'deliveryCountry');
    const chosen = countrySchema.safeParse(field(request.body, 'country'));
    if (chosen.success) {
      response.cookie('country', chosen.data, { ...keptForAYear, secure: request.secure });
    }
    response.setHeader('Cache-Control', 'private, no-store');
    const returnTo = ownPath(field(request.body, 'returnTo')) ?? `${prefix}/`;
    // A browser without cookies may refuse this one, so the page of countries checks whether it comes back.
    if (!chosen.success || !sendsNoCookie(request)) return response.redirect(303, returnTo);
    const asked = new URLSearchParams({ chosen: chosen.data, returnTo });
    response.redirect(303, `${prefix}${localPath(edition, 'countries', {})}?${asked}`);
  };
}

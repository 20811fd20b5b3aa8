import type { RequestHandler } from 'express';
import { country as countrySchema } from '../../../contract/countries.js';
import { field } from '../../http/audience.js';
import { beginCall, ownPath } from '../../http/forms.js';
import { sendsNoCookie } from '../../http/session-cookie.js';
import { localPath } from '../../routes/paths.js';
import type { Routes } from '../../routes/routes.js';

const year = 365 * 24 * 3600 * 1000;

/** `POST /delivery-country`: keeps the choice in a cookie and leads back (D44), or to a page that asks for cookies. */
export function chooseDeliveryCountry(routes: Routes): RequestHandler {
  return (request, response) => {
    const { edition, prefix } = beginCall(routes, request, 'deliveryCountry');
    const chosen = countrySchema.safeParse(field(request.body, 'country'));
    if (chosen.success) {
      response.cookie('country', chosen.data, { path: '/', sameSite: 'strict', secure: request.secure, maxAge: year });
    }
    response.setHeader('Cache-Control', 'private, no-store');
    const returnTo = ownPath(field(request.body, 'returnTo')) ?? `${prefix}/`;
    // A browser that has sent no cookie may refuse this one: the page of countries looks whether it comes back.
    if (!chosen.success || !sendsNoCookie(request)) return response.redirect(303, returnTo);
    const asked = new URLSearchParams({ chosen: chosen.data, returnTo });
    response.redirect(303, `${prefix}${localPath(edition, 'countries', {})}?${asked}`);
  };
}

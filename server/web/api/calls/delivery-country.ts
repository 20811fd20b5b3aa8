import type { RequestHandler } from 'express';
import { country as countrySchema } from '../../../contract/countries.js';
import { audienceOf, field, queryOf } from '../../http/audience.js';
import { ownPath, validate } from '../../http/forms.js';
import { sendsNoCookie } from '../../http/session-cookie.js';
import { localPath } from '../../routes/paths.js';
import type { Routes } from '../../routes/routes.js';

const year = 365 * 24 * 3600 * 1000;

/**
 * `POST /delivery-country`: keeps the choice in a strict cookie that scripts can read and goes back to where the form
 * was (D44); for anyone who refuses cookies, to the page that says so. A country that is not on the list changes
 * nothing; a foreign `returnTo` leads home.
 */
export function chooseDeliveryCountry(routes: Routes): RequestHandler {
  return (request, response) => {
    const query = queryOf(request);
    const named = field(request.body, 'country');
    const chosen = countrySchema.safeParse(named);
    validate(routes, request, audienceOf(request, query));
    const { edition, prefix } = request.editionPath;
    request.notes.route = `deliveryCountry___${edition.locale}`;
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

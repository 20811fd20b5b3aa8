import type { RequestHandler } from 'express';
import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import { field } from '../http/audience.js';
import { beginCall, ownPath } from '../http/forms.js';
import type { Routes } from '../routes/routes.js';
import { type ConsentSettings, consentDomains, consentsOf, keepConsents } from './consent.js';

interface Needs {
  env: ConsentSettings;
  routes: Routes;
  clock: Clock;
}

/**
 * `POST /consent`: `choice` accepts or rejects all hosts, or the one named in `host`, or saves what each field
 * `state.{host}` says; then back to where the form was (D33, D42). Hosts that are not configured are ignored.
 *
 * @throws ProblemError `invalid` for another choice; nothing is written then.
 */
export function chooseConsent({ env, routes, clock }: Needs): RequestHandler {
  return (request, response) => {
    const choice = field(request.body, 'choice');
    const only = field(request.body, 'host');
    const { prefix } = beginCall(routes, request, 'consent');
    if (choice !== 'accept' && choice !== 'reject' && choice !== 'save') throw new ProblemError('invalid', 'choice');
    const domains = consentDomains(env, consentsOf(request)).map((domain) => {
      const { host, purpose, isAccepted } = domain;
      if (purpose === 'pictures' || (only !== undefined && only !== host)) return domain;
      const said = choice === 'save' ? field(request.body, `state.${host}`) : choice === 'accept' ? 'a' : 'd';
      return { ...domain, isAccepted: said === undefined ? isAccepted : said === 'a' };
    });
    keepConsents(request, response, domains, clock.now());
    response.setHeader('Cache-Control', 'private, no-store');
    response.redirect(303, ownPath(field(request.body, 'returnTo')) ?? `${prefix}/`);
  };
}

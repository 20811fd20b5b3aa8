import type { Request, Response } from 'express';
import { field } from '../api/audience.js';
import { ownPath } from '../http/forms.js';
import { Buckets, clientOf } from '../http/rate-limit/buckets.js';
import { passFor, passLifetime, waitState } from '../http/rate-limit/pass.js';
import { isSolved } from '../http/rate-limit/puzzle.js';
import { passCookie } from '../http/rate-limit.js';
import { answerPage } from '../render/answer-page.js';
import type { Place, RouteMatch } from '../routes/routes.js';
import type { Services } from '../services.js';
import { botPage, botPageAgain } from './bot.page.js';

/** Passes that one client gets at once, and back a second; how much they are worth together, `limitRate` says. */
const passes = 20;
const passRefill = 1 / 300;

/**
 * The button of /bot: with the form's puzzle solved, or after five seconds, a signed cookie for a day and the way back;
 * before that the page again (D12).
 */
export function passBot(services: Services) {
  const buckets = new Buckets(passes, Date.now, passRefill);
  return async (
    request: Request,
    response: Response,
    { place, match }: { place: Place; match: RouteMatch },
  ): Promise<void> => {
    const wait = field(request.body, 'wait');
    const back = ownPath(field(request.body, 'back')) ?? `${place.prefix}/`;
    const state = waitState(services.secret, wait);
    const isPerson = state === 'over' || (state === 'early' && isSolved(String(wait), field(request.body, 'solution')));
    const client = clientOf(request.ip ?? '');
    if (isPerson && buckets.take(client)) {
      const pass = passFor(services.secret, String(wait));
      response.cookie(passCookie, pass, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: request.secure,
        maxAge: passLifetime,
      });
      response.setHeader('Cache-Control', 'private, no-store');
      response.redirect(303, back);
      return;
    }
    const page =
      state === 'unknown' ? botPage : botPageAgain({ wait: String(wait), back, fault: isPerson ? 'many' : 'early' });
    const seconds = isPerson ? buckets.secondsUntilFree(client) : request.secondsUntilFree;
    if (seconds > 0) response.setHeader('Retry-After', String(seconds));
    const query = new URLSearchParams({ back });
    await answerPage(services, request, response, page, { place, match, query }, seconds > 0 ? 429 : 200);
  };
}

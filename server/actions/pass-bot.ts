import type { Request, Response } from 'express';
import { field } from '../api/audience.js';
import { passCookie } from '../middleware/rate-limit.js';
import { botPage, earlyBotPage } from '../pages/bot.page.js';
import { passFor, passLifetime, waitState } from '../rate-limit/pass.js';
import { answerPage } from '../render/answer-page.js';
import type { Place, RouteMatch } from '../routes.js';
import type { Services } from '../services.js';
import { ownPath } from './forms.js';

/** The button of /bot: after five seconds a signed cookie for a day and the way back, before that the page again (D12). */
export async function passBot(
  services: Services,
  request: Request,
  response: Response,
  { place, match }: { place: Place; match: RouteMatch },
): Promise<void> {
  const wait = field(request.body, 'wait');
  const back = ownPath(field(request.body, 'back')) ?? `${place.prefix}/`;
  const state = waitState(services.secret, wait);
  if (state === 'over') {
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
  const page = state === 'early' ? earlyBotPage(String(wait), back) : botPage;
  const query = new URLSearchParams({ back });
  await answerPage(
    services,
    request,
    response,
    page,
    { place, match, query },
    request.secondsUntilFree > 0 ? 429 : 200,
  );
}

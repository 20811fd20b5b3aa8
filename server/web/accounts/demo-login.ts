import { ProblemError } from '../../contract/problem.js';
import { field } from '../api/audience.js';
import { sendsNoCookie } from '../api/calls/session-cookie.js';
import { demoLoginPage } from '../pages/demo-login.page.js';
import { loginPage } from '../pages/login.page.js';
import { answerPage } from '../render/answer-page.js';
import { localPath } from '../routes/paths.js';
import type { Step } from './account-routes.js';

/** The login page of the embedded provider, in the look of the shop; its form logs the demo account in, or cancels. */
export const demoLogin: Step = async (services, request, response, asked) => {
  const { edition, prefix } = asked.place;
  const start = services.accounts.demo;
  if (!start) throw new ProblemError('not_found', 'another provider is configured');
  const demo = await start();
  response.setHeader('Cache-Control', 'private, no-store');
  try {
    if (request.method === 'POST') {
      const isCancelled = field(request.body, 'answer') === 'cancel';
      return response.redirect(303, await demo.answer(request, response, !isCancelled));
    }
    await demo.requireLogin(request, response);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const state = sendsNoCookie(request) ? 'blocked' : 'failed';
    const page = loginPage(state, prefix + localPath(edition, 'home', {}), asked.place);
    return answerPage(services, request, response, page, { ...asked, query: new URLSearchParams() }, 400);
  }
  await answerPage(services, request, response, demoLoginPage(asked.place), { ...asked, query: new URLSearchParams() });
};

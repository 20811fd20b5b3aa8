import type { Request, Response } from 'express';
import type { ProblemError } from '../../contract/problem.js';
import type { Refusals } from '../api/calls/cart.js';
import type { NoticePage, PageProblem } from '../render/page.js';
import type { Answers } from '../render/send-page.js';
import { matchPath } from '../routes/route-table.js';
import type { Routes } from '../routes/routes.js';
import { shopperMessage } from '../texts/problem-texts.js';
import type { Texts } from '../texts/texts.js';
import type { ArticleNotice } from './article.page.js';
import type { CartNotice } from './cart.page.js';

interface Needs {
  answers: Answers;
  routes: Routes;
  texts: Texts;
  articlePage: NoticePage<ArticleNotice>;
  cartPage: NoticePage<CartNotice>;
}

/** Shows refused forms of the cart on the pages that they were sent from (D42). */
export function createRefusals({ answers, routes, texts, articlePage, cartPage }: Needs): Refusals {
  function problemOf(request: Request, error: ProblemError, lineId: string | null): PageProblem {
    const { code } = error;
    request.notes.errorCode = code;
    return { code, message: shopperMessage(texts.of(request.editionPath.edition), error), lineId };
  }
  async function cart(request: Request, response: Response, error: ProblemError, lineId: string | null): Promise<void> {
    const page = cartPage.withNotice({ problem: problemOf(request, error, lineId), pending: null });
    const match = { name: 'cart', params: {}, tail: null, rest: '' } as const;
    const target = { editionPath: request.editionPath, match, query: new URLSearchParams() };
    await answers.own(request, response, page, target, error.status);
  }
  return {
    cart,
    async article(request, response, error) {
      const referer = URL.parse(request.get('referer') ?? '');
      const editionPath = referer?.host === request.host ? routes.locate(referer.host, referer.pathname) : null;
      const found = editionPath && matchPath(editionPath.edition, editionPath.path);
      if (!referer || !editionPath || !found || !('match' in found) || found.match.name !== 'article')
        return cart(request, response, error, null);
      const page = articlePage.withNotice({ problem: problemOf(request, error, null) });
      const target = { editionPath, match: found.match, query: referer.searchParams };
      await answers.own(request, response, page, target, error.status);
    },
  };
}

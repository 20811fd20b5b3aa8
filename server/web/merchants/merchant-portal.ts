import cookieParser from 'cookie-parser';
import express, { type Express, type RequestHandler } from 'express';
import { reasonText } from '../../../views/reason-text.js';
import { maxFileBytes } from '../../contract/merchants.js';
import { type ProblemCode, ProblemError } from '../../contract/problem.js';
import { editionOfCall } from '../http/audience.js';
import { handleErrors } from '../http/errors.js';
import { originCheck } from '../http/origin.js';
import { createPortalApp, readBody } from '../portals/portal-app.js';
import { portalErrorPage } from '../portals/portal-document.js';
import { defaultEdition } from '../routes/editions.js';
import { problemMessage, problemType } from '../texts/problem-texts.js';
import { describePortal } from './describe-portal.js';
import { type Act, createMerchantLimits } from './limits.js';
import { merchantCalls } from './merchant-calls.js';
import * as offers from './offer-calls.js';
import { type MerchantPortalServices, merchantPages } from './portal-pages.js';

/** Milliseconds that a request may take; some wait for an import. */
const timeoutMs = 60_000;
/** Bytes of a JSON body: room for the most offers of a batch with all their fields. */
const maxJsonBytes = 256 * 1024;

/** Reads the token of a call. @throws ProblemError `token` without one */
function bearerOf(header: string | undefined): string {
  const [, token] = /^Bearer ([\w-]{1,120})$/i.exec(header ?? '') ?? [];
  if (token === undefined) throw new ProblemError('token', 'no bearer token');
  return token;
}

/**
 * Makes the merchant portal. It listens on its own port, and the shop serves none of it (D83). Its API accepts tokens
 * and no cookie, so that no web page can call it in the name of a merchant.
 */
export function createMerchantPortal(services: MerchantPortalServices): Express {
  const { env, log, client, routes, texts, gate, clock } = services;
  const limits = createMerchantLimits(clock);
  const app = createPortalApp(services, timeoutMs);

  /** @param reader reads the body once the token is known to be valid */
  const call =
    (name: string, act: Act, handle: offers.MerchantHandler, reader?: RequestHandler): RequestHandler =>
    async (request, response) => {
      request.notes.route = `merchant_${name}`;
      const edition = editionOfCall(routes, request);
      const audience = { locale: edition.locale, country: edition.country };
      await limits
        .guard(request, response, async () => {
          const token = bearerOf(request.get('authorization'));
          const calls = merchantCalls(client, audience, token, clock);
          limits.take(act, token, response);
          if (reader) {
            await calls.who();
            await readBody(reader, request, response);
          }
          const say = (reason: string): string => reasonText(texts.of(edition).t, reason).text;
          const answer = () => handle(calls, request, response, say);
          await (act === 'read' ? answer() : gate.run('person', answer));
        })
        .catch((error: unknown) => {
          // RFC 9110, 15.5.2: a response 401 names the scheme.
          if (error instanceof ProblemError && error.code === 'token') response.setHeader('WWW-Authenticate', 'Bearer');
          throw error;
        });
    };
  const json = express.json({
    limit: maxJsonBytes,
    inflate: false,
    type: ['application/json', 'application/merge-patch+json'],
  });
  const raw = express.raw({ limit: maxFileBytes + 8192, inflate: false, type: () => true });
  const v1 = express.Router({ caseSensitive: true });
  v1.get(
    '/shop',
    call('shop', 'read', async (calls, _request, response) => void response.json(await calls.who())),
  );
  v1.get('/offers', call('offers', 'read', offers.listOffers));
  v1.post('/offers', call('batch', 'offer', offers.sendBatch, json));
  v1.get('/offers/:key', call('offer', 'read', offers.readOffer));
  v1.put('/offers/:key', call('put', 'offer', offers.putOffer, json));
  v1.patch('/offers/:key', call('patch', 'offer', offers.patchOffer, json));
  v1.delete('/offers/:key', call('delete', 'offer', offers.deleteOffer));
  v1.get('/feeds', call('feeds', 'read', offers.listFeeds));
  v1.post('/feeds', call('feed', 'file', offers.sendFeed, raw));
  v1.get('/feeds/:id', call('report', 'read', offers.readFeed));
  app.use('/api/v1', v1);
  const { t } = texts.of(defaultEdition);
  const described = {
    shopName: env.SHOP_NAME,
    typeOf: problemType,
    titleOf: (code: ProblemCode) => problemMessage(t, code),
  };
  app.get('/api/openapi.json', (request, response) => {
    request.notes.route = 'merchant_description';
    response.json(describePortal(described));
  });
  app.use('/api', () => {
    throw new ProblemError('not_found', 'unknown path');
  });
  app.use(cookieParser());
  app.use(originCheck(new Set()));
  app.use(services.branding.serve);
  app.use(merchantPages({ ...services, limits }));
  app.use(handleErrors(texts, routes, log, portalErrorPage(services)));
  return app;
}

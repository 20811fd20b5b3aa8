import cookieParser from 'cookie-parser';
import express, { type ErrorRequestHandler } from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { createRoutes } from '../routes/routes.js';
import { audienceOf, editionOfCall, queryOf } from './audience.js';
import { findEditionPath } from './edition-path.js';

const routes = createRoutes(new Map([['pieces.example', 'fr-FR']]), undefined);
const app = express();
app.use(cookieParser(), express.json(), findEditionPath(routes), (request, response) => {
  const query = queryOf(request);
  response.setHeader('X-Edition', editionOfCall(routes, request, query).locale);
  const { locale, country } = audienceOf(request, query);
  response.json(`${locale} ${country}`);
});
const sendCode: ErrorRequestHandler = (error, _request, response, _next) => void response.json(error.code);
app.use(sendCode);

/** Returns the audience or the error's code, and the edition of the error's text. */
async function calling(address: string, headers: Record<string, string> = {}, body: object = {}): Promise<string[]> {
  const answer = await supertest(app).post(address).set(headers).send(body);
  return [answer.body, String(answer.headers['x-edition'])];
}

const header = { 'x-locale': 'it-IT' };
test.each([
  ['/api/x', {}, {}, 'de-DE DE', 'de-DE'],
  ['/api/x', header, {}, 'it-IT IT', 'it-IT'],
  ['/api/x', header, { locale: 'fr-FR' }, 'fr-FR FR', 'fr-FR'],
  ['/api/x?locale=nl-NL', header, { locale: 'fr-FR' }, 'nl-NL NL', 'nl-NL'],
  ['/api/x?locale=', header, { locale: '' }, 'it-IT IT', 'it-IT'],
  ['/api/x?locale=NL-nl', {}, {}, 'nl-NL NL', 'nl-NL'],
  ['/api/x?locale=nl-NL&locale=es-ES', {}, {}, 'nl-NL NL', 'nl-NL'],
  // The first locale is unknown: refused, in the language of the next known one.
  ['/api/x?locale=xx', header, {}, 'invalid', 'it-IT'],
  ['/api/x?locale=xx', {}, {}, 'invalid', 'de-DE'],
  ['/api/x', { host: 'pieces.example' }, {}, 'fr-FR FR', 'fr-FR'],
  ['/api/x', { host: 'pieces.example', cookie: 'country=XX' }, {}, 'fr-FR FR', 'fr-FR'],
  ['/api/x?locale=es-ES', { host: 'pieces.example' }, {}, 'es-ES ES', 'es-ES'],
  // An error of a page's own path is in the page's language.
  ['/api/fr-FR/rien?locale=nl-NL', {}, {}, 'nl-NL NL', 'fr-FR'],
])('%s with %j and %j speaks to %s, of errors in %s', async (address, headers, body, audience, edition) => {
  expect(await calling(address, { ...headers }, body)).toEqual([audience, edition]);
});

test.each([
  ['/api/x?country=AT', { country: 'FR' }, 'country=NL', 'AT'],
  ['/api/x', { country: 'FR' }, 'country=NL', 'FR'],
  ['/api/x', {}, 'country=NL', 'NL'],
  ['/api/x?locale=es-ES', {}, '', 'ES'],
  // Unknown countries are ignored (specification 5).
  ['/api/x?country=XX', {}, 'country=NL', 'NL'],
  ['/api/x', {}, 'country=XX', 'DE'],
])('%s with %j and the cookie "%s" is delivered to %s', async (address, body, cookie, country) => {
  const [audience] = await calling(address, { cookie }, body);
  expect(audience?.slice(-2)).toBe(country);
});

import type { Clock } from '../../clock/clock.js';
import type { Problem } from '../../contract/problem.js';
import type { SendShed } from '../admission/admission.js';
import { supportCodeOfShedding } from '../http/log.js';
import { safeHeaders } from '../http/security.js';
import type { Edition } from '../routes/editions.js';
import type { Routes } from '../routes/routes.js';
import { problemMessage, problemType } from '../texts/problem-texts.js';
import type { Texts } from '../texts/texts.js';
import { fallbackPage } from './fallback-page.js';

/** Security headers of a page without scripts. Refusals take microseconds, so they have no others. */
const safe = ['Content-Security-Policy', 'X-Content-Type-Options'].map((name) => [name, safeHeaders[name] ?? '']);

/** Seconds in `Retry-After`, spread so that clients do not return at the same time. */
const retryAfter = { least: 1, spread: 4 };

/** Refuses requests. The support code changes every minute, so each edition's bytes are made once a minute. */
export function shedResponses(clock: Clock, routes: Routes, texts: Texts, shopName: string): SendShed {
  const prepared = new Map<Edition, { page: Buffer; problem: Buffer }>();
  let code = '';
  let served = 0;
  const prepare = (edition: Edition): { page: Buffer; problem: Buffer } => {
    const { t } = texts.of(edition);
    const problem: Problem = {
      type: problemType('busy'),
      title: problemMessage(t, 'busy'),
      status: 503,
      code: 'busy',
      requestId: code,
    };
    const page = fallbackPage(t, { shopName, edition, title: problemMessage(t, 'busy'), code });
    return { page: Buffer.from(page), problem: Buffer.from(JSON.stringify(problem)) };
  };
  return (message, response) => {
    const current = supportCodeOfShedding(clock.now());
    if (code !== current) {
      code = current;
      prepared.clear();
    }
    const url = message.url ?? '/';
    const isCall = url.startsWith('/api/');
    const { edition } = routes.locate(message.headers.host ?? '', url);
    let made = prepared.get(edition);
    if (!made) {
      made = prepare(edition);
      prepared.set(edition, made);
    }
    const bytes = isCall ? made.problem : made.page;
    served += 1;
    response.sendDate = false;
    const headers = [
      ['Content-Type', isCall ? 'application/problem+json' : 'text/html; charset=utf-8'],
      ['Content-Length', String(bytes.length)],
      ['Retry-After', String(retryAfter.least + (served % retryAfter.spread))],
      ['Cache-Control', 'private, no-store'],
      ['X-Request-Id', code],
      ...safe,
    ];
    response.writeHead(503, headers.flat());
    response.end(bytes);
  };
}

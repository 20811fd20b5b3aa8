import type { BotModel } from '../../../views/models.js';
import { BotView } from '../../../views/pages/bot.view.js';
import type { Clock } from '../../clock/clock.js';
import type { Env } from '../../env.js';
import { field } from '../http/audience.js';
import { ownPath } from '../http/forms.js';
import { hostCookie, hostCookieOptions } from '../http/host-cookie.js';
import { difficultyBits, isSolved, issuePass, passLifetimeMs, startWait, waitState } from '../http/pass.js';
import { passCookie } from '../http/rate-limit.js';
import type { SigningKeys } from '../http/signing-keys.js';
import { clientOf, TokenBuckets } from '../http/token-buckets.js';
import { type AnyPage, definePage } from '../render/page.js';
import { breadcrumbsTo } from './crumbs.js';

/** The page shown again after a refused form; its wait continues. */
type Refused = Pick<BotModel, 'wait' | 'back'> & { error: NonNullable<BotModel['error']> };

/** Passes that a client gets at once, and that it regains a second. `limitRate` limits the calls of all passes. */
const passes = 20;
const passRefill = 1 / 300;

interface Needs {
  keys: SigningKeys;
  /** Address of the script that solves the proof of work. */
  script: string;
  env: Pick<Env, 'RATE_LIMIT' | 'WEB_TIERS'>;
  clock: Clock;
}

/** The page for robots: its rules, an address to write to, and the button by which a person continues (D12). */
export function createBotPage({ keys, script, env, clock }: Needs): AnyPage {
  const buckets = new TokenBuckets(passes, clock, passRefill, env.WEB_TIERS);
  return definePage<BotModel, Refused>({
    name: 'bot',
    async load(request, refused) {
      const { url, t, query } = request;
      const back = refused?.back ?? ownPath(query.get('back')) ?? url('home', {});
      return {
        model: {
          wait: refused?.wait ?? startWait(keys, clock.now()),
          back,
          difficultyBits,
          script,
          error: refused?.error ?? null,
          pagesAtOnce: env.RATE_LIMIT,
        },
        ...breadcrumbsTo(request, (to) => to('bot', {}), t('bot:title')),
      };
    },
    view: (model) => <BotView model={model} />,
    cache: 'private',
    head: (_, { t }) => ({ title: t('bot:title'), description: t('bot:description'), isIndexed: false }),
    /** The status stays an error while the client must wait (D12). */
    async get({ request: { secondsUntilFree }, response }) {
      if (secondsUntilFree > 0) response.setHeader('Retry-After', String(secondsUntilFree));
      return { status: secondsUntilFree > 0 ? 429 : 200 };
    },
    /**
     * Answers the button. With a solved proof of work, or after five seconds, it sets a signed cookie for a day and
     * redirects back. Before that it shows the page again (D12).
     */
    async post({ request, response, prefix }) {
      const wait = field(request.body, 'wait');
      const back = ownPath(field(request.body, 'back')) ?? `${prefix}/`;
      const state = waitState(keys, wait, clock.now());
      const isPerson =
        state === 'over' || (state === 'early' && isSolved(String(wait), field(request.body, 'solution')));
      const client = clientOf(request.ip ?? '');
      if (isPerson && buckets.take(client)) {
        const options = { ...hostCookieOptions(request), maxAge: passLifetimeMs };
        response.cookie(hostCookie(request, passCookie), issuePass(keys, String(wait)), options);
        return { location: back };
      }
      const seconds = isPerson ? buckets.secondsUntilFree(client) : request.secondsUntilFree;
      if (seconds > 0) response.setHeader('Retry-After', String(seconds));
      const query = new URLSearchParams({ back });
      const status = seconds > 0 ? 429 : 200;
      if (state === 'unknown') return { status, query };
      return { notice: { wait: String(wait), back, error: isPerson ? 'many' : 'early' }, status, query };
    },
  });
}

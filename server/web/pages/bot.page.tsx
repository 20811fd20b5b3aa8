import type { BotModel } from '../../../views/models.js';
import { BotView } from '../../../views/pages/bot.view.js';
import { ownPath } from '../http/forms.js';
import { startWait } from '../http/rate-limit/pass.js';
import { puzzleBits } from '../http/rate-limit/puzzle.js';
import { type AnyPage, definePage } from '../render/page.js';
import { homeCrumb } from './crumbs.js';

type Refused = Pick<BotModel, 'wait' | 'back'> & { fault: NonNullable<BotModel['fault']> };

/** What we allow robots, whom to write to, and the button by which a person goes on (D12). */
const botPageWith = (refused: Refused | null): AnyPage =>
  definePage<BotModel>({
    name: 'bot',
    async load({ url, t, query, services }) {
      const address = url('bot', {});
      const back = refused?.back ?? ownPath(query.get('back')) ?? url('home', {});
      return {
        model: {
          wait: refused?.wait ?? startWait(services.secret),
          back,
          puzzleBits,
          script: services.assets.script('bot'),
          fault: refused?.fault ?? null,
          pagesAtOnce: services.env.RATE_LIMIT,
        },
        crumbs: [homeCrumb(url, t), { label: t('bot:title'), href: address }],
        vehicle: null,
        address,
        alternate: (_, otherUrl) => otherUrl('bot', {}),
      };
    },
    view: (model) => <BotView model={model} />,
    cache: 'private',
    head: (_, { t }) => ({ title: t('bot:title'), description: t('bot:description'), isIndexed: false }),
  });

export const botPage = botPageWith(null);
/** The page again for who was not let on; the wait that has begun goes on. */
export const botPageAgain = (refused: Refused): AnyPage => botPageWith(refused);

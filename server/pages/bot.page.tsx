import type { BotModel } from '../../views/models.js';
import { BotView } from '../../views/pages/bot.view.js';
import { ownPath } from '../actions/forms.js';
import { startWait } from '../rate-limit/pass.js';
import { type AnyPage, definePage } from '../render/page.js';
import { homeCrumb } from './crumbs.js';

/** What we allow robots, whom to write to, and the button by which a person goes on (D12). */
const botPageWith = (early: { wait: string; back: string } | null): AnyPage =>
  definePage<BotModel>({
    name: 'bot',
    async load({ url, t, query, services }) {
      const address = url('bot', {});
      const back = early?.back ?? ownPath(query.get('back')) ?? url('home', {});
      return {
        model: { wait: early?.wait ?? startWait(services.secret), back, isEarly: early !== null },
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
/** The page again for who pressed the button too early; the wait that has begun goes on. */
export const earlyBotPage = (wait: string, back: string): AnyPage => botPageWith({ wait, back });

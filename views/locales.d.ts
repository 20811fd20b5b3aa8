/** Keys of the German texts become the type of every key (D5): a key without a text does not compile. */
import type account from '../locales/de/account.json';
import type article from '../locales/de/article.json';
import type bot from '../locales/de/bot.json';
import type brand from '../locales/de/brand.json';
import type cart from '../locales/de/cart.json';
import type category from '../locales/de/category.json';
import type compare from '../locales/de/compare.json';
import type consent from '../locales/de/consent.json';
import type console from '../locales/de/console.json';
import type developers from '../locales/de/developers.json';
import type error from '../locales/de/error.json';
import type home from '../locales/de/home.json';
import type information from '../locales/de/information.json';
import type islands from '../locales/de/islands.json';
import type law from '../locales/de/law.json';
import type layout from '../locales/de/layout.json';
import type merchant from '../locales/de/merchant.json';
import type meta from '../locales/de/meta.json';
import type notice from '../locales/de/notice.json';
import type part from '../locales/de/part.json';
import type reviews from '../locales/de/reviews.json';
import type search from '../locales/de/search.json';
import type shop from '../locales/de/shop.json';
import type vehicle from '../locales/de/vehicle.json';

interface Texts {
  account: typeof account;
  article: typeof article;
  bot: typeof bot;
  brand: typeof brand;
  cart: typeof cart;
  category: typeof category;
  compare: typeof compare;
  consent: typeof consent;
  console: typeof console;
  developers: typeof developers;
  error: typeof error;
  home: typeof home;
  information: typeof information;
  islands: typeof islands;
  law: typeof law;
  layout: typeof layout;
  merchant: typeof merchant;
  meta: typeof meta;
  notice: typeof notice;
  part: typeof part;
  reviews: typeof reviews;
  search: typeof search;
  shop: typeof shop;
  vehicle: typeof vehicle;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: Texts;
    // All of them, so that a bare `TFunction` takes `namespace:key` of each.
    defaultNS: ['meta', ...Exclude<keyof Texts, 'meta'>[]];
  }
}

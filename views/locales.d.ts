/** Keys of the German texts become the type of every key (D5): a key without a text does not compile. */
interface Texts {
  account: typeof import('../locales/de/account.json');
  article: typeof import('../locales/de/article.json');
  bot: typeof import('../locales/de/bot.json');
  brand: typeof import('../locales/de/brand.json');
  cart: typeof import('../locales/de/cart.json');
  category: typeof import('../locales/de/category.json');
  compare: typeof import('../locales/de/compare.json');
  consent: typeof import('../locales/de/consent.json');
  console: typeof import('../locales/de/console.json');
  developers: typeof import('../locales/de/developers.json');
  error: typeof import('../locales/de/error.json');
  home: typeof import('../locales/de/home.json');
  information: typeof import('../locales/de/information.json');
  islands: typeof import('../locales/de/islands.json');
  law: typeof import('../locales/de/law.json');
  layout: typeof import('../locales/de/layout.json');
  merchant: typeof import('../locales/de/merchant.json');
  meta: typeof import('../locales/de/meta.json');
  notice: typeof import('../locales/de/notice.json');
  part: typeof import('../locales/de/part.json');
  reviews: typeof import('../locales/de/reviews.json');
  search: typeof import('../locales/de/search.json');
  shop: typeof import('../locales/de/shop.json');
  vehicle: typeof import('../locales/de/vehicle.json');
}

export {};

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: Texts;
    // All namespaces, so that a bare `TFunction` accepts `namespace:key` of each.
    defaultNS: ['meta', ...Exclude<keyof Texts, 'meta'>[]];
  }
}

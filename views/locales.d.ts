/** Keys of the German texts become the type of every key (D5): one that has no text does not compile. */
import type article from '../locales/de/article.json';
import type cart from '../locales/de/cart.json';
import type category from '../locales/de/category.json';
import type error from '../locales/de/error.json';
import type home from '../locales/de/home.json';
import type islands from '../locales/de/islands.json';
import type layout from '../locales/de/layout.json';
import type meta from '../locales/de/meta.json';
import type part from '../locales/de/part.json';
import type vehicle from '../locales/de/vehicle.json';

interface Texts {
  article: typeof article;
  cart: typeof cart;
  category: typeof category;
  error: typeof error;
  home: typeof home;
  islands: typeof islands;
  layout: typeof layout;
  meta: typeof meta;
  part: typeof part;
  vehicle: typeof vehicle;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: Texts;
    // All of them, so that a bare `TFunction` takes `namespace:key` of each.
    defaultNS: ['meta', 'article', 'cart', 'category', 'error', 'home', 'islands', 'layout', 'part', 'vehicle'];
  }
}

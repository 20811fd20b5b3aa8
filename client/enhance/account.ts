import { all, cookie, page } from '../page.js';

/**
 * Shows who is logged in their account link, and what they have saved as saved; known by a cookie without a request
 * (D57): `in`, or `active.{modelId}.{modelId}` with saved vehicles, which is the specification's `userActive`.
 */
export function showAccount(): void {
  page.account = cookie('account') ?? '';
  const saved = page.account.split('.');
  for (const element of all('data-save'))
    element.toggleAttribute('data-saved', saved.includes(element.dataset.save as string));
}

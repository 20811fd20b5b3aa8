import { page } from './page.js';

/** Adds the style sheet of what only script shows; resolves when it holds, or cannot be had. */
export const styled = new Promise<unknown>((resolve) => {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = page.src?.split(' ')[1] ?? '';
  sheet.onload = sheet.onerror = resolve;
  document.head.append(sheet);
});

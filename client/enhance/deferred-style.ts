import { page } from './page.js';

/** Loads the style sheet of elements that only script shows. Resolves when it applies or could not be loaded. */
export const styled = new Promise<unknown>((resolve) => {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = page.src?.split(' ')[1] ?? '';
  sheet.onload = sheet.onerror = resolve;
  // After the sheet of the page, whose rules it refines.
  document.body.append(sheet);
});

import { existsSync } from 'node:fs';

const places = [process.env.CHROME_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const chromium = (): string | undefined => places.find((path) => path && existsSync(path));

/** Where Debian's package chromium-headless-shell puts Chromium without windows. */
export const headlessShell = '/usr/bin/chromium-headless-shell';

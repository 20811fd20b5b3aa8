import { existsSync } from 'node:fs';

const places = [process.env.CHROME_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const chromium = (): string | undefined => places.find((path) => path && existsSync(path));

/** Chromium without windows, from Debian's package chromium-headless-shell. */
export const headlessShell = '/usr/bin/chromium-headless-shell';

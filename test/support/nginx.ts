import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './catalogue.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** Whether nginx is installed (Debian: nginx-light). */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** A real nginx with the configuration of `deploy/`. */
export interface Nginx {
  readonly origin: string;
  stop(): Promise<void>;
}

/** @param shops origins of two web tiers, or the same one twice */
export async function startNginx(shops: readonly [string, string]): Promise<Nginx> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const given = shops
    .reduce(
      (text, shop, index) => text.replaceAll(`web${index + 1}:3000`, new URL(shop).host),
      readFileSync(join(root, 'deploy/nginx.conf'), 'utf8'),
    )
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/cache/nginx/shop', join(folder, 'cache'))
    .replace('/var/log/nginx/shop.log', join(folder, 'shop.log'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  const errors = join(folder, 'error.log');
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder, 'pid')}; error_log ${errors}; events {}\nhttp {\n${temporary}\n${given}\n}\n`,
  );
  const nginx: ChildProcess = spawn('nginx', ['-c', file, '-p', folder, '-e', errors], { stdio: 'inherit' });
  await until('nginx answers', () =>
    fetch(`${origin}/livez`).then(
      (response) => response.ok,
      () => false,
    ),
  );
  return {
    origin,
    async stop() {
      const exited = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

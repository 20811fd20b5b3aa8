/** Shows the external content that the visitor has allowed, and loads no other (D33, D34). */
import { all, cookie } from './enhance/page.js';

interface Exposure {
  experiment: string;
  variation: string;
}
declare global {
  interface Window {
    dataLayer?: object[];
    trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(address: string): string } };
  }
}

const accepted = decodeURIComponent(cookie('consentHosts') ?? '').split('_');
const { badge, tags } = document.querySelector<HTMLElement>('script[data-badge],script[data-tags]')?.dataset ?? {};

function frame(address: string, title: string, sandbox: string): HTMLIFrameElement {
  const made = document.createElement('iframe');
  made.title = title;
  made.setAttribute('sandbox', sandbox);
  made.referrerPolicy = 'strict-origin';
  made.src = address;
  return made;
}

function showDocuments(): void {
  for (const element of all('data-embed')) {
    const { embed = '', host = '', title = '' } = element.dataset;
    if (!accepted.includes(host)) continue;
    const shown = frame(embed, title, 'allow-scripts allow-same-origin allow-popups allow-presentation');
    shown.className = 'embedded-document';
    shown.loading = 'lazy';
    shown.allowFullscreen = true;
    element.replaceWith(shown);
  }
}

/** Shows the badge if 160 by 80 pixels have room: on screens wider than 640 pixels (specification 1). */
function showBadge(): void {
  if (!badge || !accepted.includes(badge) || !matchMedia('(min-width: 641px)').matches) return;
  const shown = frame('/trust-badge', badge, 'allow-scripts allow-popups');
  shown.style.cssText = 'position:fixed;bottom:0;left:0;z-index:10;border:0';
  shown.width = '160';
  shown.height = '80';
  document.body.append(shown);
}

/** Lets this one address become a script under Trusted Types. */
function scriptAddress(address: string): string {
  const policy = window.trustedTypes?.createPolicy('tags', { createScriptURL: (text: string) => text });
  return policy?.createScriptURL(address) ?? address;
}

/** Passes the visitor's experiment variations to the tag manager, then loads it (D32, D34). */
async function startTags(): Promise<void> {
  if (!tags || !accepted.includes(new URL(tags).host)) return;
  window.dataLayer ??= [];
  window.dataLayer.push({ event: 'gtm.js', 'gtm.start': Date.now() });
  const script = document.createElement('script');
  script.src = scriptAddress(tags);
  script.async = true;
  document.head.append(script);
  const response = await fetch('/api/experiments', { headers: { accept: 'application/json' } });
  if (!response.ok) return;
  for (const { experiment, variation } of (await response.json()).exposures as Exposure[]) {
    window.dataLayer.push({ event: 'experiment_viewed', experiment_id: experiment, variation_id: variation });
  }
}

showDocuments();
showBadge();
startTags().catch(() => {});

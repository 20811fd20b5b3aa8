import { loading } from '../../views/loading.js';
import { page } from './page.js';

interface Asked {
  /** Fields of a form that the page is sent. */
  body?: URLSearchParams | null;
  isKept?: boolean;
}

/**
 * HTML of our own from the server. `XMLHttpRequest` gives it as a document, so that no string has to become markup,
 * which Trusted Types forbid (D64). That of another build may have other classes: what the browser has kept is asked
 * for again, and where the server is of that build, there is no response.
 */
export function fetchPage(address: string, { body = null, isKept = true }: Asked = {}): Promise<Document> {
  return loading(
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(body ? 'POST' : 'GET', address);
      request.responseType = 'document';
      if (body) request.setRequestHeader('accept', 'text/html');
      if (!isKept) request.setRequestHeader('cache-control', 'no-cache');
      request.onload = () => {
        const { status, response } = request;
        if (status !== 200 || !response) reject(new Error(`status ${status}`));
        else if (response.querySelector('[data-build]')?.dataset.build === page.build) resolve(response);
        else if (isKept) resolve(fetchPage(address, { body, isKept: false }));
        else reject(new Error('another build'));
      };
      request.onerror = () => reject(new Error('no answer'));
      request.send(body);
    }),
  );
}

export async function fetchFragment(address: string): Promise<Element[]> {
  const { body } = await fetchPage(address);
  return [...body.children].map((part) => document.importNode(part, true));
}

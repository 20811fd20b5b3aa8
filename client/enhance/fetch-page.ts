import { loading } from '../../views/loading.js';
import { page } from './page.js';

interface Asked {
  /** Fields of a POST; without them the request is a GET. */
  body?: URLSearchParams | null;
  isKept?: boolean;
}

/**
 * Loads a page of this shop as a document. `XMLHttpRequest` parses it, because Trusted Types forbid making HTML of
 * strings (D64). A cached response of another build may use other class names: it is fetched again. If the server
 * itself runs another build, the call fails.
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

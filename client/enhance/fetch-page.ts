import { loading } from '../../views/loading.js';

/**
 * HTML of our own from the server. `XMLHttpRequest` gives it as a document, so that no string has to become markup,
 * which Trusted Types forbid (D64).
 */
export function fetchPage(address: string): Promise<Document> {
  return loading(
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('GET', address);
      request.responseType = 'document';
      request.onload = () => {
        if (request.status === 200 && request.response) resolve(request.response);
        else reject(new Error(`status ${request.status}`));
      };
      request.onerror = () => reject(new Error('no answer'));
      request.send();
    }),
  );
}

/** The elements of a fragment. */
export async function fetchFragment(address: string): Promise<Element[]> {
  const { body } = await fetchPage(address);
  return [...body.children].map((part) => document.importNode(part, true));
}

import { ProblemError } from '../../contract/problem.js';

/** Redirects a request. `location` is an absolute path made by `url()`. */
export class RedirectError extends Error {
  constructor(
    readonly status: 301 | 302 | 303,
    readonly location: string,
  ) {
    super(location);
    this.name = 'Redirect';
  }
}

/** The address belongs to no page of the edition. A missing product of a known page is another error (D6). */
export class NoRouteError extends ProblemError {
  constructor() {
    super('not_found', 'no route');
  }
}

/** The page has another address than the requested one. */
export class MovedError extends Error {
  constructor(readonly address: string) {
    super('not the address of the page');
    this.name = 'Moved';
  }
}

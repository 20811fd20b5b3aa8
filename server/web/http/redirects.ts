import { ProblemError } from '../../contract/problem.js';

/** Thrown by a page that is only a redirect; the location is path-absolute and made by `url()`. */
export class RedirectError extends Error {
  constructor(
    readonly status: 301 | 302 | 303,
    readonly location: string,
  ) {
    super(location);
    this.name = 'Redirect';
  }
}

/** Thrown for an address that no page of the edition has: not the same as one whose page lacks what it names (D6). */
export class NoRouteError extends ProblemError {
  constructor() {
    super('not_found', 'no route');
  }
}

/** Thrown where a page was asked for at another address than its own, which is `address`. */
export class MovedError extends Error {
  constructor(readonly address: string) {
    super('not the address of the page');
    this.name = 'Moved';
  }
}

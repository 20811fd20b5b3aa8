/** Why a photograph cannot be shown; never with an address, so that a log tells nothing about hosts behind the shop. */
export type PictureErrorCode =
  | 'address'
  | 'host'
  | 'redirects'
  | 'status'
  | 'size'
  | 'type'
  | 'time'
  | 'network'
  | 'content'
  | 'busy';

/** Thrown on the way from a merchant's photograph to a finished picture; the drawing of the part is shown instead. */
export class PictureError extends Error {
  constructor(readonly code: PictureErrorCode) {
    super(code);
    this.name = 'PictureError';
  }
}

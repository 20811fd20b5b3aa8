/** Reason why a photograph cannot be shown. It never contains an address, so that no log reveals merchants' hosts. */
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

/** A photograph could not be fetched, decoded or stored; its drawing is shown instead. */
export class PictureError extends Error {
  constructor(readonly code: PictureErrorCode) {
    super(code);
    this.name = 'PictureError';
  }
}

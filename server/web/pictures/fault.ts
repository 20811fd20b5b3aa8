/** Why a photograph cannot be shown; never with an address, so that a log tells nothing about hosts behind the shop. */
export type PictureFaultCode =
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
export class PictureFault extends Error {
  constructor(readonly code: PictureFaultCode) {
    super(code);
    this.name = 'PictureFault';
  }
}

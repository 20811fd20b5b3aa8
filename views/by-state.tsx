interface Props {
  /** Words for the shopper's own vehicle. */
  own: string;
  /** Words that name the vehicle: those of a link, and of a browser without script. */
  named: string;
}

/** A sentence about the vehicle of the address. The style shows the words of the state that script has found (D27, D91). */
export const ByState = ({ own, named }: Props) => (
  <>
    <span className="if-own">{own}</span>
    <span className="if-named">{named}</span>
  </>
);

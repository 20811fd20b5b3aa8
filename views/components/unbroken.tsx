import './unbroken.css';

/** A value with its unit: `10W-40`, `12 V`, `A3/B4`, `205/55 R16`. */
const values = /((?:\S*\d\S*)(?: (?:V|W|A|Ah|l|ml|kg|g|t|mm|cm|m|bar|°C|R\d\d)(?![\p{L}\d]))*)/u;

/** A title whose lines never break inside a number, or between a number and its unit. */
export function Unbroken({ children }: { children: string }) {
  const pieces = children.split(values);
  return pieces.map((piece, at) =>
    at % 2 === 1 && /[-/ ]/.test(piece) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places.
      <span key={at} className="unbroken">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}

/**
 * The same bytes in memory of just their size. What zlib gives is the beginning of a piece of many times its length, and a
 * short buffer lies in one that others share: the whole stays for as long as the bytes are kept.
 */
export function exactBytes(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const exact = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(exact);
  return exact;
}

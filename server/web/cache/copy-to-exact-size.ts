/**
 * Copies bytes into memory of exactly their size. zlib returns a view of a much larger buffer, and short buffers share
 * a pool; caching such a view would keep the whole buffer alive.
 */
export function copyToExactSize(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const exact = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(exact);
  return exact;
}

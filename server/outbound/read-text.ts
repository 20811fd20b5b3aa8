/**
 * Reads the body of a foreign server as UTF-8.
 * @param mostCharacters limit of the text, beyond which reading ends
 * @param tooLong makes the error of a longer text, which is thrown
 */
export async function readText(
  body: AsyncIterable<Uint8Array> | null,
  mostCharacters: number,
  tooLong: () => Error,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > mostCharacters) throw tooLong();
  }
  return text;
}

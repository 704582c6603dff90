/**
 * The text with direction controls and line separators made visible. `<bdi>` does not stop those: one that closes
 * an isolate ends it early, and whatever follows turns the rest of the line around.
 */
export function withoutDirections(text: string): string {
  return text.replace(/[\u2028-\u202e\u2066-\u2069]/g, '\ufffd')
}

/** A name to be put into a sentence: from whichever side it is read, the words around it stay where they are. */
export const isolated = (name: string): string => `\u2068${withoutDirections(name)}\u2069`

/**
 * Replaces direction controls and line separators with a visible sign. `<bdi>` does not contain them: a control that
 * closes the isolate ends it early, and the text after it could reverse the rest of the line.
 */
export function replaceDirectionControls(text: string): string {
  return text.replace(/[\u2028-\u202e\u2066-\u2069]/g, '\ufffd')
}

/** A name for use in a sentence. Its writing direction does not affect the words around it. */
export const isolated = (name: string): string => `\u2068${replaceDirectionControls(name)}\u2069`

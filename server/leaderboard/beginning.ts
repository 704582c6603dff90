const BEGINNING = 280

/** How much of a text is read for its beginning: letters beyond the basic plane take two units. */
export const UNITS_OF_BEGINNING = 2 * BEGINNING + 2

/** The beginning of a text, whole letters only, with an ellipsis if it goes on. */
export function beginning(text: string): string {
  const letters = Array.from(text.slice(0, UNITS_OF_BEGINNING))
  return letters.length > BEGINNING ? `${letters.slice(0, BEGINNING - 1).join('')}…` : letters.join('')
}

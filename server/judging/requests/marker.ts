/**
 * A marker for one call: 12 hexadecimal digits that whoever wrote an answer cannot know.
 * @param random  uniform in [0, 1)
 */
export function drawMarker(random: () => number): string {
  return Array.from({ length: 12 }, () => Math.floor(random() * 16).toString(16)).join('')
}

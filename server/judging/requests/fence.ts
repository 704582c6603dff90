/** The fenced parts of what a judge is sent. A line in brackets that begins with the marker is a divider. */

export interface Fence {
  /** A line that divides. */
  divider: (words: string) => string
  /** Material between its two dividers. */
  around: (name: string, lines: readonly string[]) => string[]
}

/**
 * @param material  every text that will stand inside
 * @throws {Error} when the marker is not one that nobody can forge here
 */
export function fenceWith(marker: string, material: readonly string[]): Fence {
  if (!/^[0-9a-f]{12,}$/.test(marker)) throw new Error('a marker is 12 or more hexadecimal digits')
  if (material.some((text) => text.toLowerCase().includes(marker)))
    throw new Error('the marker occurs in the texts it should fence; draw another')
  const divider = (words: string) => `[${marker} ${words}]`
  return {
    divider,
    around: (name, lines) => [divider(`${name} begins`), ...lines, divider(`${name} ends`)],
  }
}

/**
 * A marker for one call: 12 hexadecimal digits that whoever wrote an answer cannot know.
 * @param random  uniform in [0, 1)
 */
export function drawMarker(random: () => number): string {
  return Array.from({ length: 12 }, () => Math.floor(random() * 16).toString(16)).join('')
}

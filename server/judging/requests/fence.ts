/** Separates the parts of a judge request. A line in brackets that begins with the marker is a divider. */

export interface Fence {
  /** A divider line. */
  divider: (words: string) => string
  /** Material between its two dividers. */
  around: (name: string, lines: readonly string[]) => string[]
}

/**
 * @param material  every text that will be inside
 * @throws {Error} if the marker has the wrong form or occurs in the material
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

/** Draws a marker for one call: 12 hexadecimal digits, which the author of an answer cannot know. */
export function drawMarker(random: () => number): string {
  return Array.from({ length: 12 }, () => Math.floor(random() * 16).toString(16)).join('')
}

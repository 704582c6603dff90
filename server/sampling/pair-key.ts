/** The key of a pair on a prompt, the same in either order. */
export const pairKey = (promptId: number, one: number, other: number) =>
  `${promptId} ${Math.min(one, other)} ${Math.max(one, other)}`

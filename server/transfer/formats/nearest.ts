const MOST_SUGGESTIONS = 3

/** The names that the user probably meant, nearest first; empty if none is near. */
export function nearest(typedName: string, names: readonly string[]): string[] {
  const bare = withoutSlips(typedName)
  return names
    .map((name) => ({ name, distance: distanceBetween(bare, withoutSlips(name)) }))
    .filter(({ name, distance }) => distance <= Math.floor(name.length / 3))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name)
}

/** The first of these names that differs by one letter at most, apart from case, spaces and punctuation. */
export function slipOf(name: string, names: readonly string[]): string | undefined {
  const bare = withoutSlips(name)
  const within = (most: number) => names.find((other) => distanceBetween(bare, withoutSlips(other)) <= most)
  return within(0) ?? within(1)
}

/** Drops case, spaces and punctuation, so that the usual slips do not count. */
function withoutSlips(name: string): string {
  return name.toLowerCase().replace(/[\s\p{P}]/gu, '')
}

/** Levenshtein's edit distance. */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]
}

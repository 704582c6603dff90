const MOST = 3

/** The names that `wanted` was probably meant to be, nearest first; empty if none is near. */
export function nearest(wanted: string, names: readonly string[]): string[] {
  const bare = plain(wanted)
  return names
    .map((name) => ({ name, distance: distanceBetween(bare, plain(name)) }))
    .filter(({ name, distance }) => distance <= Math.floor(name.length / 3))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(({ name }) => name)
}

/** Drops case, spaces and punctuation: the usual slips cost nothing. */
function plain(name: string): string {
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

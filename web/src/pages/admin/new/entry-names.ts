/** Names by which others know an entry: they follow it to a new one, and never to that of somebody else. */

export interface NamedEntry {
  name: string
  /** By which others know it: the last name that it had, and no other entry with it. */
  called: string
}

/**
 * What others have to be told: from what an entry was called to what it is called from now on.
 * One that has no name just now, or that of another, is still called what it was, and so is one that took its.
 */
export function applyRenames(all: readonly NamedEntry[]): ReadonlyMap<string, string> {
  let held = all.filter((one) => one.name.trim() === '' || isTaken(one, all))
  for (let before = -1; before < held.length;) {
    before = held.length
    held = all.filter((one) => held.includes(one) || held.some(({ called }) => called === one.name))
  }
  const moving = all.filter((one) => !held.includes(one) && one.name !== one.called)
  const moved = new Map(moving.map(({ called, name }) => [called, name]))
  for (const one of moving) one.called = one.name
  return moved
}

/** Whether another has this name too. */
export const isTaken = (one: NamedEntry, all: readonly NamedEntry[]): boolean =>
  one.name.trim() !== '' && all.some((other) => other !== one && other.name.trim() === one.name.trim())

/** The first that is free, tried by their numbers. */
export function freeName(
  all: readonly { name: string; called?: string }[],
  from: number,
  nameOf: (number: number) => string,
): string {
  const taken = new Set(all.flatMap(({ name, called }) => [name, called]))
  let n = from
  while (taken.has(nameOf(n))) n++
  return nameOf(n)
}

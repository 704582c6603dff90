/** Renames of entries. References follow an entry to its new name, but never to a name that another entry has. */

export interface NamedEntry {
  name: string
  /** The name that references use: the entry's last name that was not empty and not shared. */
  called: string
}

/**
 * Renames that references must follow, from old name to new name. Also updates `called` of each renamed entry.
 * An entry whose name is empty or shared keeps its old name, and so does an entry that took that old name.
 */
export function applyRenames(all: readonly NamedEntry[]): ReadonlyMap<string, string> {
  let unchanged = all.filter((one) => one.name.trim() === '' || isTaken(one, all))
  for (let before = -1; before < unchanged.length;) {
    before = unchanged.length
    unchanged = all.filter(
      (one) => unchanged.includes(one) || unchanged.some(({ called }) => called === one.name),
    )
  }
  const moving = all.filter((one) => !unchanged.includes(one) && one.name !== one.called)
  const moved = new Map(moving.map(({ called, name }) => [called, name]))
  for (const one of moving) one.called = one.name
  return moved
}

/** Whether another entry has the same name. */
export const isTaken = (one: NamedEntry, all: readonly NamedEntry[]): boolean =>
  one.name.trim() !== '' && all.some((other) => other !== one && other.name.trim() === one.name.trim())

/** The first free name, trying the numbers from `from` upwards. */
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

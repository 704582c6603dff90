/** Whether the voter sees the names at once and so cannot take votes back. Stored only in this browser. */
const KEY = 'deadheat:names-at-once'

export function showsNamesAtOnce(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function setNamesAtOnce(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, '')
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is forbidden: the choice holds for no vote.
  }
}

/** Whether this device's voter gives up taking votes back, to see the names at once. Kept on the device alone. */
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

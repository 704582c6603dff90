/** A yes or no of one visitor, stored only in this browser. */
const keyOf = (name: string) => `deadheat:${name}`

/** Whether the visitor chose yes. Without storage: no. */
export function isChosen(name: string): boolean {
  try {
    return localStorage.getItem(keyOf(name)) !== null
  } catch {
    return false
  }
}

/** Stores a choice. Where storage is forbidden, it is forgotten with the page. */
export function choose(name: string, on: boolean): void {
  try {
    if (on) localStorage.setItem(keyOf(name), '')
    else localStorage.removeItem(keyOf(name))
  } catch {
    // The page goes on without the choice.
  }
}

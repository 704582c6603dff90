/** A yes or no of one visitor, stored only in this browser. */
const keyOf = (name: string) => `deadheat:${name}`

/** How long a choice lasts: until it is changed, or until the tab is closed. */
type Lasting = 'always' | 'session'

const storageFor = (lasting: Lasting) => (lasting === 'always' ? localStorage : sessionStorage)

/** Whether the visitor chose yes. Without storage: no. */
export function isChosen(name: string, lasting: Lasting = 'always'): boolean {
  try {
    return storageFor(lasting).getItem(keyOf(name)) !== null
  } catch {
    return false
  }
}

/** Stores a choice. Where storage is forbidden, it is forgotten with the page. */
export function choose(name: string, on: boolean, lasting: Lasting = 'always'): void {
  try {
    if (on) storageFor(lasting).setItem(keyOf(name), '')
    else storageFor(lasting).removeItem(keyOf(name))
  } catch {
    // The page goes on without the choice.
  }
}

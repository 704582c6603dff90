import { createContext } from 'svelte'

/** Whether the arena of the page is in use, and not archived. Null until that is known. */
export const [arenaInUse, tellInUse] = createContext<() => boolean | null>()

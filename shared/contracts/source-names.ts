/** Names of sources, present and first. */

/** The votes of people on the arena's set. */
export const PEOPLE = 'people'

/** The first name of `people`: addresses and files may still have it, and seals and keys of stored boards keep it. */
const FIRST_NAME = 'humans'

/** The present name of a source. */
export const presentSource = (source: string): string => (source === FIRST_NAME ? PEOPLE : source)

/** The name of a source in what is hashed or a key: the first that it had. */
export const storedSource = (source: string): string => (source === PEOPLE ? FIRST_NAME : source)

/** Names of sources, present and first. */

/** The votes of people on the arena's set. */
export const PEOPLE = 'people'

/** People's votes on the arena's set and on prompts of their own, which only this source counts together. */
export const PEOPLE_AND_LIVE = 'people-and-live'

/** The first names of sources: addresses and files may still have them, and seals and keys of stored boards keep them. */
const FIRST_NAMES = new Map([
  [PEOPLE, 'humans'],
  [PEOPLE_AND_LIVE, 'humans-and-live'],
])
const PRESENT_NAMES = new Map(Array.from(FIRST_NAMES, ([name, first]) => [first, name]))

/** The present name of a source. */
export const presentSource = (source: string): string => PRESENT_NAMES.get(source) ?? source

/** The name of a source in what is hashed or a key: the first that it had. */
export const storedSource = (source: string): string => FIRST_NAMES.get(source) ?? source

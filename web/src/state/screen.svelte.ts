import { MediaQuery } from 'svelte/reactivity'

/** Narrower than this, switches are lists and grids of pairs have no records. As in space.css. */
export const phone = new MediaQuery('(max-width: 699px)', false)

/** Narrower than this, rows of a board have two lines, and bars the whole width. As in table.css. */
export const twoLines = new MediaQuery('(max-width: 899px)', false)

/** Narrower than this, bars beside long names have little room. */
export const narrow = new MediaQuery('(max-width: 1279px)', false)

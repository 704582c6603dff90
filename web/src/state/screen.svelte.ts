import { MediaQuery } from 'svelte/reactivity'

/** Narrower than this, switches are lists and grids of pairs have no records. As in space.css. */
export const phone = new MediaQuery('(max-width: 699px)', false)

/** Narrower than this, the table leaves columns out and its plot is small. As in table.css. */
export const narrow = new MediaQuery('(max-width: 1039px)', false)

import { MediaQuery } from 'svelte/reactivity'

/** Narrower than this, rows have two lines, switches are lists and brackets have three lanes. As in space.css. */
export const phone = new MediaQuery('(max-width: 699px)', false)

import type { Attachment } from 'svelte/attachments'
import { address } from '../state/address.svelte.ts'

/** Focuses the content of a page that was reached by a link of this site, as a page load would. */
export const arrival: Attachment<HTMLElement> = (content) => {
  if (address.moved) content.focus({ preventScroll: true })
}

import type { Attachment } from 'svelte/attachments'
import { address } from '../state/address.svelte.ts'

/** Takes the focus to the content of a page that was reached by a link, as loading a page does. */
export const arrival: Attachment<HTMLElement> = (content) => {
  if (address.moved) content.focus({ preventScroll: true })
}

import { embedCode } from '../../../../shared/plate/embed-code.ts'

/** Copies the HTML that shows a board on another page. `address` is the whole address of its `/embed`. */
export function copyEmbed(address: string, title: string): Promise<void> {
  return navigator.clipboard.writeText(embedCode(address, title))
}

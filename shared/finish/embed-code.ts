import { escaped } from './measured.ts'

/** The pixels below the picture of an embedded board, for its link. */
export const LINK_HEIGHT = 40
const USUAL_WIDTH = 800
/** A frame is narrower than this only if the page that embeds it has less room. */
const MIN_WIDTH = 200

/**
 * Width and height in pixels of the frame of a board: 800 wide, or as much of it as fits.
 * @param maxWidth  at least 1
 * @param maxHeight  at least 1
 */
export function embedSize(maxWidth = Infinity, maxHeight = Infinity): { width: number; height: number } {
  const { width: plateWidth, height: plateHeight } = PLATE_SIZE
  const fits = Math.floor(((maxHeight - LINK_HEIGHT) * plateWidth) / plateHeight)
  const width = Math.min(USUAL_WIDTH, maxWidth, Math.max(fits, MIN_WIDTH))
  const height = Math.min(maxHeight, Math.ceil((width * plateHeight) / plateWidth) + LINK_HEIGHT)
  return { width, height }
}

/** The HTML that shows a board on another page. `address` is the whole address of its `/embed`. */
export function embedCode(address: string, title: string, size = embedSize()): string {
  const { width, height } = size
  return `<iframe src="${escaped(address)}" width="${width}" height="${height}" title="${escaped(title)}" style="border:0;max-width:100%" loading="lazy"></iframe>`
}

/** Width and height of a picture in pixels, in the shape that sites show for a link. */
export const PLATE_SIZE = { width: 1200, height: 630 } as const

/** Width and height of a picture in pixels, in the shape that sites show for a link. */
export const PLATE_SIZE = { width: 1200, height: 630 } as const

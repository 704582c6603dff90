/**
 * Pictures in prompts and answers: how texts name them, and their limits. This file imports nothing, so that the page can
 * use it without the schemas.
 */

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

/** The largest file of a picture, in bytes. */
export const LARGEST_PICTURE_BYTES = 5 * 1024 * 1024
/** The longest side of a picture, and the most pixels in all: a browser needs 4 bytes for each. */
export const LONGEST_SIDE = 10_000
export const MOST_PIXELS = 25_000_000
/** The most pictures of one prompt or answer, and of an arena. */
export const MOST_PICTURES_OF_TEXT = 20
export const MOST_PICTURES = 5_000
/** The most bytes of all pictures of an arena. */
export const MOST_PICTURE_BYTES = 256 * 1024 * 1024

/** The name of a stored picture: 32 random digits. */
export const PICTURE_NAME = '[0-9a-f]{32}'

const NAMED = new RegExp(`^picture:(${PICTURE_NAME})$`)

/** The name of the picture that an address in a text stands for, as in `![A cat](picture:NAME)`; null for all others. */
export const pictureNamed = (address: string): string | null => NAMED.exec(address)?.[1] ?? null

/** The path of a picture on its server. */
export const picturePath = (arena: string, name: string): string => `/a/${arena}/pictures/${name}`

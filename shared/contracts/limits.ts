/** Limits around a vote and what is sent. Plain numbers in a file of their own: the page takes them without the schemas. */

/** Seconds during which a vote can be taken back. */
export const TAKE_BACK_SECONDS = 10
/** Minutes during which a shown battle can be voted on. */
export const BATTLE_MINUTES = 30

/** The most contestants of an arena: their pairs grow with the square. */
export const MOST_CONTESTANTS = 5000

/** What all files of one arena that are sent may have together, in bytes. */
export const LARGEST_ARENA_BYTES = 16 * 1024 * 1024

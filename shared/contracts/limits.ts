/** Time limits around a vote. Plain numbers in a file of their own: the page takes them without the schemas. */

/** Seconds during which a vote can be taken back. */
export const TAKE_BACK_SECONDS = 10
/** Minutes during which a shown battle can be voted on. */
export const BATTLE_MINUTES = 30

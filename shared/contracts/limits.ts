/**
 * Limits of votes and uploads. This file has plain numbers only, so that the page can import it without the
 * schemas.
 */

/** For how many seconds a vote can be taken back. */
export const TAKE_BACK_SECONDS = 10
/** For how many minutes after a battle was shown it can be voted on. */
export const BATTLE_MINUTES = 30
/** How many keys a voter's machine has to try at most to solve a puzzle; on average half as many. */
export const MOST_TRIES = 1000

/** The highest number of contestants in an arena. The number of pairs grows with its square. */
export const MOST_CONTESTANTS = 5000

/** The size limit of all uploaded files of one arena together, in bytes. */
export const LARGEST_ARENA_BYTES = 16 * 1024 * 1024

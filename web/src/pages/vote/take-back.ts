/** Seconds during which a vote can be taken back; as in the server's contract. */
export const TAKE_BACK_SECONDS = 10

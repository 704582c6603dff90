/** Judging stopped before there was anything to say, through no fault of who asked for it; the message says what to do. */
export class JudgingStopped extends Error {
  override name = 'JudgingStopped'
}

/** The verdicts of one judge on the same two answers, one for each time it was asked. */
export interface RepeatedVerdicts {
  judge: string
  version: number
  criterion: string
  /** Contestants, ordered by answer id; the scores are those of `one`. */
  one: number
  other: number
  scores: number[]
}

/** The votes of two judges on the same two answers. */
export interface JudgedByBoth {
  judges: [string, string]
  criterion: string
  prompt: number
  one: number
  other: number
  /** The score of `one`, by the first judge and by the second. */
  scores: [number, number]
}

type Outcome = 'left' | 'right' | 'tie'

/** Pairs of votes on the same two answers; `left` is the contestant with the lower id. */
export interface VotePairs {
  /** Of two voters, or of one voter who saw the pair again. */
  kind: 'voters' | 'again'
  one: Outcome
  other: Outcome
  /**
   * `count` counts pairs of votes. `pairs` counts pairs of answers; if one has several pairs of votes, each counts
   * for its share.
   */
  count: number
  pairs: number
}

export interface PeopleSums {
  voters: number
  votes: number
  /** Decided votes on battles shown here, where a coin chose the sides; `left` counts those for the left answer. */
  decided: number
  left: number
}

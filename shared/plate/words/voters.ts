/** Who cast the votes of a board, as far as the words for them differ. */
export type Voters = 'people' | 'judges' | 'simulated' | 'mixed'

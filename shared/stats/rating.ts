const POINTS_PER_UNIT = 400 / Math.LN10

/** The chess scale: 400 points are odds of ten to one, and θ = 0, the average of the rated, is 1000. */
export function toRating(theta: number): number {
  return 1000 + POINTS_PER_UNIT * theta
}

/** The strength that has this rating. */
export function fromRating(rating: number): number {
  return (rating - 1000) / POINTS_PER_UNIT
}

/** An interval wider than this many rating points says nothing: odds of more than 5,000 to one lie between its ends. */
const WIDEST_INTERVAL = 1500

/** Whether an interval of strengths says nothing. */
export function saysNothing([low, high]: readonly [number, number]): boolean {
  return POINTS_PER_UNIT * (high - low) > WIDEST_INTERVAL
}

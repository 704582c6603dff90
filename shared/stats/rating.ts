const POINTS_PER_UNIT = 400 / Math.LN10

/** The chess scale: 400 points are odds of ten to one, and θ = 0, the average of the rated, is 1000. */
export function toRating(theta: number): number {
  return 1000 + POINTS_PER_UNIT * theta
}

/** The strength that has this rating. */
export function fromRating(rating: number): number {
  return (rating - 1000) / POINTS_PER_UNIT
}

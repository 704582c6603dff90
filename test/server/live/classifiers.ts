/** Who guesses which side is the faster contestant, from what a page could measure. */

export interface Example {
  features: number[]
  isLeft: boolean
}

type Guess = (features: readonly number[]) => boolean

/** By the eleven nearest examples. */
export function nearest(examples: readonly Example[]): Guess {
  const scale = scalesOf(examples)
  return (features) => {
    const byDistance = examples
      .map((one) => ({
        distance: one.features.reduce((sum, value, i) => sum + ((value - features[i]) / scale[i]) ** 2, 0),
        isLeft: one.isLeft,
      }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, 11)
    return byDistance.filter(({ isLeft }) => isLeft).length > 5
  }
}

/** By a logistic regression. */
export function linear(examples: readonly Example[]): Guess {
  const scale = scalesOf(examples)
  const weights = scale.map(() => 0)
  const score = (features: readonly number[]) =>
    features.reduce((sum, value, i) => sum + (weights[i] * value) / scale[i], 0)
  for (let round = 0; round < 200; round++) {
    const slope = weights.map(() => 0)
    for (const { features, isLeft } of examples) {
      const wrong = (isLeft ? 1 : 0) - 1 / (1 + Math.exp(-score(features)))
      features.forEach((value, i) => (slope[i] += (wrong * value) / scale[i]))
    }
    slope.forEach((one, i) => (weights[i] += (4 * one) / examples.length))
  }
  return (features) => score(features) > 0
}

const scalesOf = (examples: readonly Example[]): number[] =>
  examples[0].features.map(
    (_, i) =>
      Math.sqrt(examples.reduce((sum, { features }) => sum + features[i] ** 2, 0) / examples.length) || 1,
  )

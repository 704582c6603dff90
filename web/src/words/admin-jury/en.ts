/** How far judges agree with each other, for operators. */
export const en = {
  title: 'Judges with each other',
  how: 'Verdicts on the same pairs of answers; a tie is a verdict too. 1 is perfect agreement, 0 that of chance: Krippendorff’s α for all judges, Cohen’s κ for each two. In brackets: 95 % intervals by prompts. High agreement does not show that judges are right.',
  judges: 'Judges',
  criterion: 'Criterion',
  coefficient: 'Agreement beyond chance',
  same: 'Same verdict',
  pairs: 'Pairs',
  together: (judges: string) => `All ${judges} together`,
  within: (value: string, low: string, high: string) => `${value} (${low} to ${high})`,
}

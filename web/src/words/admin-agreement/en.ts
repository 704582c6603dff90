/** How far invited people agree with each other, for operators. */
export const en = {
  title: 'Agreement between people',
  how: 'Counted votes of invited people on the same pairs of answers. Tie and both bad are one choice. 1 is perfect agreement, 0 that of chance: Krippendorff’s α for all together, Cohen’s κ for each person against all others. In brackets: 95 % intervals by prompts.',
  none: 'No two invited people have voted on the same pair yet. Shared pairs of a group make such votes.',
  person: 'Person',
  people: 'People',
  criterion: 'Criterion',
  group: 'Group',
  coefficient: 'Agreement beyond chance',
  same: 'Same choice',
  pairs: 'Pairs in common',
  pairsHow: 'Each other person on the same pair counts once.',
  together: (people: string) => `All ${people} together`,
  within: (value: string, low: string, high: string) => `${value} (${low} to ${high})`,
  twos: (pairs: number) => `Each two people (${pairs})`,
  shared: (group: string, pairs: number) => `Shared pairs of ${group} (${pairs})`,
  sharedBy: (all: string, pairs: string, people: string) =>
    `${all} of ${pairs} have a counted vote of each of the ${people} people who came.`,
  prompt: 'Prompt',
  contestants: 'Contestants',
  votedOn: 'People who voted',
  of: (part: string, whole: string) => `${part} of ${whole}`,
}

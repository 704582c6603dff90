import { count, counted } from '../../ui/figures.ts'

/** What a board rests on: few votes, the model, the position, the resampling unit. */
export const en = {
  caption: (votes: number) =>
    `From ${counted(votes, 'vote', 'votes')}. These reports go with the board and declare no winner.`,
  tooLarge: 'Boards of more than 300 contestants or 500,000 votes have no such reports.',
  none: 'There are no votes in this view.',

  few: 'How few votes decide',
  model: 'Does one strength explain the votes?',
  noModel: 'Fewer than two contestants are rated.',
  fits: (p: string) => `No lack of fit found (p = ${p}).`,
  lacks: (p: string) =>
    `One strength for each contestant does not explain these votes (p = ${p}). Look at the pairs below before you trust the order.`,
  cycles: (n: number) =>
    `${n === 1 ? 'One cycle' : `${count(n)} cycles`} of three contestants, each beating the next significantly.`,
  pairs: 'The pairs that the ratings explain worst',
  pair: 'Pair',
  over: 'over',
  votes: 'Votes',
  won: 'Won',
  expected: 'Expected',

  position: 'Left or right',
  withMethod: 'How much the side of an answer matters is shown [with the method].',
  left: (share: string, range: string) =>
    `Of two equals, the answer on the left wins ${share} (95\u00a0%: ${range}).`,
  noSide: 'This includes 50\u00a0%, so the votes show no effect of the side.',
  someSide: 'This excludes 50\u00a0%: the side influences these votes.',
  noPosition: 'There are too few votes of people, or they cannot show an effect of the side.',

  answers: 'Other answers of the same contestant',
  changes: (share: string, range: string) =>
    `The same contestant’s other answers to a prompt change the outcome of ${share} (${range}) of votes.`,
  noChange: 'This includes 0\u00a0%, so no effect is shown.',
  unknownChange: {
    few_prompts: 'Withheld: fewer than ten prompts have votes both on equal answers and on different ones.',
    few_votes:
      'Withheld: fewer than 50 votes are on prompts with votes both on equal answers and on different ones.',
    no_spread: 'Withheld: these votes show no difference between prompts, so no interval follows.',
  },

  unit: 'What was resampled',
  units: {
    both: (n: string) =>
      `Prompts and voters together. They count like ${n} of equal size, of the kind with fewer.`,
    prompt: (n: string) => `Prompts; they count like ${n} of equal size.`,
    voter: (n: string) => `Voters; they count like ${n} with equally many votes.`,
    vote: () => 'Single votes: no two are known to share a prompt or a voter.',
  },
}

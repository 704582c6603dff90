import type { ChallengeProgress } from '../../../shared/contracts/climb.ts'
import { countWithNoun } from '../ui/figures.ts'

/** A challenge: starting it and following it. */
export const challenge = {
  // its state
  reach: ({ tasks, wins }: ChallengeProgress['leastWins'], place: number | undefined) => {
    const attempt = place === undefined ? 'this challenge' : `attempt ${place}`
    const references = countWithNoun(tasks, 'reference')
    return wins === null
      ? `With ${references}, ${attempt} cannot pass.`
      : `With ${references}, ${attempt} needs ${countWithNoun(wins, 'win')}.`
  },
  now: {
    again:
      'First the incumbent is judged again against its predecessor, because the judge, rubric or references have changed.',
    challenge: 'Both are judged on the references that decide the gate.',
    hold_out: 'The gate is passed. Now both are judged on the held-out prompts.',
  },
  promoted: (challenger: string, incumbent: string) =>
    `[${challenger}] is promoted and replaces [${incumbent}] as the incumbent.`,
  kept: (challenger: string, incumbent: string) =>
    `[${incumbent}] stays the incumbent: [${challenger}] is not promoted.`,
  figures: (wins: number, losses: number, ties: number, rate: string) =>
    `${wins} won, ${losses} lost, ${countWithNoun(ties, 'tie')}; a win rate of ${rate}.`,
  stopped: {
    cancelled: 'It was cancelled.',
    budget_reached: 'The budget was spent before the end.',
    failed: 'Judging ended without everything that an attempt needs.',
    refused: 'It could not continue as it was started.',
  },

  // starting one
  calls: (references: number) =>
    `At most two judge calls for each of ${countWithNoun(references, 'reference')}, plus missing answers. Twice as many at the start of an epoch, because the incumbent is judged again first.`,
}

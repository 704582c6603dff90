import { countWithNoun, figure } from './phrases.ts'

/** The group in which a voter was found; `voter`: by its own votes. */
export type FoundBy = 'voter' | 'network' | 'ring' | 'burst' | 'brief' | 'everyone'

const FOUND_BY: Record<FoundBy, string> = {
  voter: 'Its own votes show it.',
  network: 'Others of its network vote alike.',
  ring: 'Others that saw the same battles vote alike.',
  burst: 'Others that came and went at the same time vote alike.',
  brief: 'Others with as few votes vote alike.',
  everyone: 'Others of this arena vote alike.',
}
const GROUPS: Record<FoundBy, string> = {
  voter: 'voters',
  network: 'voters of one network',
  ring: 'voters that saw the same battles',
  burst: 'voters that came and went at the same time',
  brief: 'voters with few votes',
  everyone: 'voters of this arena',
}

/** What votes are aimed at. */
interface Aim {
  way: 'for' | 'against'
  contestant: string
  by: FoundBy
}

/** Why votes look like an attack. Quarantines and the log of operators say this. */
export const attacks = {
  voter_aims: (values: Aim & Record<'votes' | 'met' | 'won' | 'lost', number>) =>
    `Votes ${values.way} ${values.contestant} more often than taste explains: ${values.contestant} is in ${figure(values.met)} of ${countWithNoun(values.votes, 'vote')} of this voter, won ${figure(values.won)} and lost ${figure(values.lost)}. ${FOUND_BY[values.by]}`,
  voter_takes_side: ({ side, votes }: { side: 'left' | 'right'; votes: number }) =>
    `Chooses the ${side} answer in nearly all of ${countWithNoun(votes, 'vote')}, no matter which contestant wrote it.`,
  group_aims: ({ way, contestant, expected, voters, by }: Aim & Record<'expected' | 'voters', number>) =>
    `About ${figure(expected)} of ${figure(voters)} ${GROUPS[by]} seem to vote ${way} ${contestant} together. Their votes count, since it is not known which voters they are.`,
  suspicion_dismissed: 'An operator looked at these votes and found no attack.',
} as const

/** Why a vote is left out: an answer names its model or maker, or the prompt asks for it. */
export const leaks = {
  leak_in_answer: 'The answer of {contestant} says who wrote it: “{found}”',
  leak_in_prompt: 'The prompt {prompt} asks who answers: “{found}”',
  leak_no_longer_found: 'The current rules no longer find it.',
} as const

/** Why a vote is left out: its voter has cast more than the arena counts. */
export const voterCap = {
  over_voter_cap: 'voterCap is {most}: later votes of the same voter do not count.',
  voter_cap_changed: 'voterCap was changed: this vote is no longer beyond it.',
} as const

import { count, counted } from '../../ui/figures.ts'

/** Voting with an invitation. */
export const en = {
  own: (votes: number) => `${counted(votes, 'vote')} by you`,
  ownOf: (votes: number, goal: number) => `${count(votes)} of your ${count(goal)}`,
  complete: (votes: number, goal: number) => `${count(votes)} of ${count(goal)}. Thank you!`,
  all: (votes: number) => `${count(votes)} by everyone invited`,
  allOf: (votes: number, goal: number) => `${count(votes)} of about ${count(goal)} by everyone invited`,
  assigned: (votes: number, wanted: number) =>
    `${count(votes)} of ${count(wanted)} votes on your group’s pairs`,

  closed: 'Voting is closed.',
  ended: 'This link cannot be used.',
  voteWithout: 'Vote without an invitation',
  other: 'This link is for another voter.',
  keepMine: 'Keep my invitation',
  useThis: 'Use this link',
}

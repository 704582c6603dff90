import { terms } from './admin-terms.ts'

/** People who are invited to vote, for operators. */
export const people = {
  ...terms,
  votingClosed: 'Voting is closed.',
  of: (part: string, whole: string) => `${part} of ${whole}`,
  kind: 'Pairs',
  kinds: { vote: 'as the arena draws them', judges: 'that judges have judged' },
  judgesHow: 'One link for anybody. Blind votes on these pairs count, and show how good the judges are.',
  judgedPairs: (invitation: number) => `Judged pairs, link ${invitation}`,
  names: 'Names, one a line',
  namesHow: 'You send the links. Whoever opens one is that voter. Only operators see names.',
  groupHow: 'After three voters, the group has its own board.',
  goal: 'Votes from each',
  days: 'Days valid',
  shared: 'Several people per link',
  seats: 'People per link',
  make: (links: number) => (links <= 1 ? 'Make link' : `Make ${links} links`),
  newLinks: 'New links',
  onlyNow: 'Shown only once: save them now.',
  link: 'Link',
  saveLinks: 'Save links as CSV',

  groups: 'Groups',
  noGroup: 'without a group',
  came: 'Came',
  sharedPairs: 'Shared pairs',
  sharedHow: 'Everybody in a group votes on its shared pairs.',
  morePairs: (group: string) => `More shared pairs for ${group}`,
  votesEach: (group: string) => `Votes on each of these pairs by ${group}`,
  everybody: 'by all',
  assigned: (pairs: number, group: string, votes: number) =>
    `${pairs} more ${pairs === 1 ? 'pair gets' : 'pairs get'} ${votes} ${votes === 1 ? 'vote' : 'votes'} each by ${group}.`,
  assignedSoFar: (complete: string, pairs: string, votes: string, wanted: string) =>
    `${complete} of ${pairs} complete, ${votes} of ${wanted} votes`,
  drawPairs: 'Draw pairs',
  drawn: (pairs: number, group: string) =>
    `${pairs} more ${pairs === 1 ? 'pair is' : 'pairs are'} shown to everybody in ${group}.`,
  ofAbout: (part: string, whole: string) => `${part} of about ${whole}`,
  links: 'All links',
  states: {
    unopened: 'not opened',
    open: 'opened',
    complete: 'complete',
    expired: 'expired',
    withdrawn: 'withdrawn',
  },
  seatsTaken: (people: number, seats: number) => `${people} of ${seats} people`,
  peopleCame: (people: number) => `${people} ${people === 1 ? 'person' : 'people'}`,
  inBrowsers: (browsers: number) => `in ${browsers} browsers`,
  quarantined: (votes: number) => `${votes} in quarantine`,
  ends: 'Ends',
  renew: 'New link',
  renewHow: 'Ends the old link. The voter stays the same.',
  download: 'Save table as CSV',
}

/** How far invited people agree with each other, for operators. */
export const agreement = {
  ...terms,
  of: (part: string, whole: string) => `${part} of ${whole}`,
  estimate: (value: string, low: string, high: string) => `${value} (${low} to ${high})`,
  title: 'Agreement between people',
  how: 'On the same pairs: 1 is perfect agreement, 0 chance (α: Krippendorff, κ: Cohen, each against the others). In brackets: 95 % intervals.',
  none: 'No two people have voted on the same pair yet.',
  person: 'Person',
  people: 'People',
  same: 'Same choice',
  pairs: 'Pairs in common',
  pairsHow: 'Each other person on the same pair counts once.',
  together: (people: string) => `All ${people} together`,
  twos: (pairs: number) => `Each two people (${pairs})`,
  shared: (group: string, pairs: number) => `Shared pairs of ${group} (${pairs})`,
  sharedBy: (all: string, pairs: string, people: string) =>
    `${all} of ${pairs} have a counted vote of each of the ${people} people who came.`,
  votedOn: 'People who voted',
}

/** The people who vote, for operators. */
export const voters = {
  ...terms,
  title: 'Voters',
  how: 'Agreement: with others on the same pairs; by chance a third to a half.',
  none: 'Nobody has voted on the page yet.',
  notAll: (voters: string) => `The ${voters} who voted last.`,
  byHand: 'Set aside by an operator',
  backByHand: 'Released by an operator',
  voter: 'Voter',
  agreement: 'Agreement',
  of: (share: string, votes: string) => `${share} of ${votes}`,
  states: { counted: 'counted', quarantined: 'in quarantine' },
  part: (votes: string, all: string) => `${votes} of ${all} in quarantine`,
}

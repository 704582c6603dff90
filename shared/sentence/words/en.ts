import { withCommas as figure } from '../count.ts'

/** 1 vote, 1,200 votes */
const counted = (votes: number) => `${figure(votes)} ${votes === 1 ? 'vote' : 'votes'}`
/** What the votes are on, where it is their unit. */
const prompts = (areGrouped: boolean): string => (areGrouped ? 'groups of prompts' : 'prompts')
/** Without a loss, or without a win; where ties are left out, there may be some. */
const allOf = (verb: string, votes: number, otherwise: string | null): string => {
  if (otherwise !== null) return `${otherwise} in ${counted(votes)}`
  return votes === 1 ? `${verb} its only vote` : `${verb} all its ${figure(votes)} votes`
}

/** Each of the other 3 is known to be below at least one other */
const belowOne = (others: number) =>
  `${others === 1 ? 'the other is' : `each of the other ${figure(others)} is`} known to be below at least one other`

const orNone = (n: number) => (n === 0 ? 'none' : figure(n))

const times = (n: number) => (n === 1 ? 'once' : `${figure(n)} times`)

/** 3 votes are in quarantine and do not count. With them, */
const inQuarantine = (votes: number) =>
  votes === 1
    ? '1 vote is in quarantine and does not count. With it,'
    : `${figure(votes)} votes are in quarantine and do not count. With them,`

/** The words of a headline and its small print, in English. Figures are passed as numbers, names as they are. */
export const en = {
  /** 1,234,567 */
  figure,
  and: 'and',
  others: (n: number) => `${figure(n)} others`,

  noVotes: 'No votes yet.',
  notComputed: 'Intervals were not computed, so nothing can be declared.',
  nothingDeclared: 'Nothing is declared.',
  declaresNothing: 'The method of these ratings names no winner and no ranks.',
  pairingFollows:
    'Opponents are closer in rating than by chance: pairing followed results. For so many contestants, nothing holds then.',
  failuresHit: (name: string) =>
    `Judgements or answers of ${name} failed more often than those of the others, and votes alone may favour it.`,
  heldByFamily: (name: string) =>
    `Judges of its own model family put ${name} first. Without them, the votes do not.`,
  noWinner: 'No winner yet.',
  nobodyRated: 'Nobody is rated yet.',
  noLink: 'No vote that counts links two contestants.',

  leads: (winner: string) => `${winner} leads.`,
  leadsAmong: (winner: string, voters: number) =>
    voters === 1
      ? `For the one person who voted, ${winner} leads.`
      : `Among these ${figure(voters)} people, ${winner} leads.`,
  tooFewPeople: 'Too few have voted to speak for others.',
  intervalAbove: (others: string) => `Its interval lies above ${others}.`,
  everyOther: 'every other',
  everyComparable: 'every other that it can be compared with',
  notLinked: (names: string) => `; ${names} cannot be compared with them`,

  littleKnown: 'Too little is known to rate anybody.',
  untilFirstRatings: (votes: number) =>
    `About ${figure(votes)} more ${votes === 1 ? 'vote' : 'votes'} until the first ratings.`,
  someOf: (n: number, all: number) => `${figure(n)} of ${figure(all)}`,
  deadHeat: (who: string) => `${who} are in a dead heat for first.`,
  highestBut: (name: string, who: string, _others: number) =>
    `${name} is rated highest, but ${who} may be first.`,
  ofMany: (first: number, all: number) =>
    `${figure(first)} of ${figure(all)} may be first; ${belowOne(all - first)}.`,
  allMayBeFirst: (all: number) => `All ${figure(all)} may be first; who is above whom is still open.`,
  highestOfMany: (name: string, above: number, below: number, others: number) =>
    `Rated highest is ${name}: above ${orNone(above)} of the other ${figure(others)}, below ${orNone(below)}, ${figure(others - above - below)} open.`,
  willTake: (ways: string) => `It will probably take ${ways} to name a winner.`,
  orElse: ', or ',
  moreVotes: (amount: string) => `${amount} more votes`,
  morePrompts: (amount: string, areGrouped: boolean) => `${amount} more ${prompts(areGrouped)}`,
  moreVoters: (amount: string) => `${amount} more voters`,
  moreOfBoth: (amount: string, areGrouped: boolean) => `${amount} more ${prompts(areGrouped)} and voters`,
  tooFew: {
    prompts: (n: number, areGrouped: boolean) =>
      `${figure(n)} ${prompts(areGrouped)} are probably too few to name a winner, however many votes they get.`,
    voters: (voters: number) =>
      `${figure(voters)} voters are probably too few to name a winner, however often they vote.`,
  },
  more: {
    votes: () => 'More votes are needed to name a winner.',
    prompts: (areGrouped: boolean) => `More ${prompts(areGrouped)} are needed to name a winner.`,
    voters: () => 'More voters are needed to name a winner.',
  },
  tooMany:
    'Even 100 times as many votes, on new prompts and by new people, would probably name no winner: the highest rated are too close.',
  pairingMayFollow: 'Results may have decided who met whom, and then less can be declared.',
  amounts: {
    few: 'a few',
    about: (n: number) => `about ${n}`,
    hundred: 'about a hundred',
    hundreds: 'a few hundred',
    thousand: 'about a thousand',
    thousands: 'a few thousand',
    tensOfThousands: 'tens of thousands',
    hundredsOfThousands: 'hundreds of thousands',
    millions: 'millions',
  },
  theTwo: 'The two',
  equal: (who: string) =>
    `${who} are practically equal: their win rate is within 3 points of 50 %. More votes will not change that.`,
  notCompared: (names: string, n: number) =>
    `${names} cannot be compared with the rated contestants, so nobody is above ${n === 1 ? 'it' : 'them'}.`,

  missing: (what: string) => `More ${what} would have been needed.`,
  kinds: { votes: 'votes', prompts, voters: () => 'people' },

  /** What is said otherwise once no more votes come. */
  closed: {
    on: (day: string, votes: number, lead: string) =>
      `Closed on ${day}${votes > 0 ? ` after ${counted(votes)}` : ''}: ${lead}`,
    noVotes: 'no votes.',
    nothingDeclared: 'nothing is declared.',
    noWinner: 'no winner.',
    notYet: 'no winner yet.',
    nobodyRated: 'nobody is rated.',
    leads: (winner: string) => `${winner} won.`,
    leadsAmong: (winner: string, voters: number) =>
      voters === 1
        ? `for the one person who voted, ${winner} won.`
        : `among these ${figure(voters)} people, ${winner} won.`,
    deadHeat: (who: string) => `${who} ended in a dead heat for first.`,
    highestBut: (name: string, who: string, _others: number) =>
      `${name} is rated highest, but ${who} could not be told from it.`,
    ofMany: (first: number, all: number) =>
      `First place stayed open between ${figure(first)} of ${figure(all)}; ${belowOne(all - first)}.`,
    allMayBeFirst: (all: number) =>
      `First place stayed open between all ${figure(all)}, and so did who is above whom.`,
    equal: (who: string) => `${who} are practically equal: their win rate is within 3 points of 50 %.`,
  },

  nothingButTies: (votes: number) => `only ties in ${counted(votes)}, and ties do not count here`,
  tooFewVotes: (votes: number) => `too few votes yet (${figure(votes)})`,
  tooFewUnits: {
    prompt: (votes: number, units: number) =>
      `too few votes yet (${figure(votes)} on ${figure(units)} ${units === 1 ? 'prompt' : 'prompts'})`,
    group: (votes: number, units: number) =>
      `too few votes yet (${figure(votes)} on ${figure(units)} ${units === 1 ? 'group' : 'groups'} of prompts)`,
    voter: (votes: number, units: number) =>
      `too few votes yet (${figure(votes)} by ${figure(units)} ${units === 1 ? 'voter' : 'voters'})`,
  },
  noVotesYet: 'no votes yet',
  unbeaten: (votes: number, half: boolean) =>
    `${allOf('won', votes, half ? null : 'unbeaten')}; more votes needed`,
  winless: (votes: number, half: boolean) =>
    `${allOf('lost', votes, half ? null : 'winless')}; more votes needed`,
  disconnected: 'no vote links it to the rated contestants',

  forPeople: (voters: number) => `It speaks for people like its ${figure(voters)} voters.`,
  forVoters: (voters: number) =>
    voters === 1
      ? 'All votes are by 1 voter: the board speaks for this voter alone.'
      : `Votes are by ${figure(voters)} voters: the board speaks for them alone.`,
  forFewVoters: (voters: number, effective: number) =>
    `Votes are by ${figure(voters)} voters, but so unevenly that they count as ${figure(effective)}: the board speaks for them alone.`,
  forJudges: (names: string, n: number) =>
    n === 1
      ? `Votes are by ${names}: the board speaks for this judge alone.`
      : `Votes are by ${names}: the board speaks for these judges alone.`,
  anyLooks: (oneIn: number) =>
    `At most 1 board in ${figure(oneIn)} names a winner or a difference wrongly, however often you look.`,
  oneLook: (oneIn: number) =>
    `At most 1 board in ${figure(oneIn)} names a winner or a difference wrongly, if you look once, at a time chosen beforehand.`,
  oneOfBoards: (boards: number) =>
    `It is one of ${figure(boards)} boards: one for each category, and one for all votes. That at least one of them is wrong is more likely.`,
  boardsTogether: (oneIn: number, boards: number) =>
    `At most 1 time in ${figure(oneIn)}, something is wrong on at least one of ${figure(boards)} boards: one for each category, and one for all votes.`,

  namedSince: (votes: number, day: string, fell: number) =>
    `Named winner since vote ${figure(votes)}, ${day}; held ever since.${fell > 0 ? ` Before that, a named winner lost first place ${times(fell)}.` : ''}`,
  fellBefore: (fell: number) => `A winner was named before, and lost first place ${times(fell)}.`,

  quarantinedSame: (votes: number) => `${inQuarantine(votes)} first place would stand the same.`,
  quarantinedWinner: (votes: number, name: string) => `${inQuarantine(votes)} ${name} would be the winner.`,
  quarantinedDeadHeat: (votes: number, names: string) =>
    `${inQuarantine(votes)} ${names} would be in a dead heat for first.`,
  quarantinedNobody: (votes: number) => `${inQuarantine(votes)} nothing would be declared about first place.`,
}

import { counted, count } from '../../ui/figures.ts'

/** Voting on a pair. */
export const vote = {
  title: 'Vote',
  today: (votes: number) => `${counted(votes, 'vote')} today`,
  ofAbout: (votes: number, needed: number) => `${count(votes)} of about ${count(needed)}`,
  forJudges: 'Models have judged these pairs. Your blind votes show how good these judges are.',
  pairsWanted: (n: number) => `A result needs ${counted(n, 'more pair')}.`,
  pairsEnough: 'There are enough pairs for a result. More make it more precise.',
  toJudges: 'To the judges',
  question: 'Which answer is better?',
  judgeBy: 'Judge by',

  roles: { system: 'Instruction', user: 'Prompt', assistant: 'Assistant' },
  user: 'User',
  asPage: 'as page',
  asPlain: 'as plain text',
  showLess: 'Show less',
  showTurns: (n: number) => `Show all ${n} turns`,
  showAll: 'Show all',

  sides: { left: { wide: 'Left', phone: 'Upper' }, right: { wide: 'Right', phone: 'Lower' } },
  /** On a phone: from each answer to the other. */
  jump: { left: 'Lower answer ↓', right: 'Upper answer ↑' },
  yourChoice: 'your choice',
  lookedUp: (n: number) => `Retrieved context (${n})`,
  lookedUpNothing: 'Retrieved context: none',
  turn: (n: number) => `Turn ${n}`,

  yourVote: 'Your vote',
  choice: 'Your choice',
  /** Wide: the answers are side by side. On a phone: one above the other. */
  choices: {
    left: { wide: 'Left is better', phone: 'Upper' },
    tie: { wide: 'Tie', phone: 'Tie' },
    both_bad: { wide: 'Both bad', phone: 'Both bad' },
    right: { wide: 'Right is better', phone: 'Lower' },
  },
  kept: '[failure] Your choice is kept.',

  somethingWrong: 'Something wrong?',
  sentAlong: 'Something wrong? It is sent with your choice.',
  flags: {
    names_itself: 'An answer says who made it',
    broken: 'An answer is broken or cut off',
    unsafe: 'An answer is unsafe',
  },
  why: 'Why? One line, if you like',
  yourReason: 'Your reason',
  sayWhy: 'Say why',
  back: 'Back',
  skip: 'Skip',
  done: 'Done',

  sentLater: 'You are online again, and your vote is sent.',
  recorded: 'Your vote is recorded. The names follow in a moment.',
  withheld: 'Your vote counts. You have seen many names lately, so these stay hidden.',
  withdrawn: 'Taken back: your vote does not count, and this pair is closed.',
  showNames: 'Show names',
  atOnce: 'Always show names at once',
  atOnceMeans: 'Show the names right after each vote. The vote can then not be taken back.',
  /** [0] is the first of the two names, [1] the other; the preferred one comes first. */
  foundEqual: 'You found [0] and [1] equally good.',
  foundBad: 'You found both [0] and [1] bad.',
  preferred: 'You preferred [0] to [1].',
  takeBack: (seconds: number) => `Take it back, ${seconds} s`,
  theBattle: 'This battle',
  nextPair: 'Next pair',

  notSent: {
    offline: 'You are offline. Your vote is sent when the network is back.',
    unreachable: 'Not sent: the server does not answer.',
    tooQuick: 'Not sent: that was very quick. Wait a moment.',
  },
  waitSeconds: (n: number) => `Not sent: that was very quick. Wait ${n} s.`,
  tooLate: 'Too late: the vote can no longer be taken back.',

  /** Why the previous pair could no longer be voted on. */
  gone: {
    battle_expired: 'That pair had been open for too long. Here is a new one.',
    battle_already_decided: 'That pair was decided before, perhaps in another tab. Here is a new one.',
    battle_withdrawn: 'That pair was closed when its vote was taken back. Here is a new one.',
    battle_unknown: 'That pair is no longer known. Here is a new one.',
    ticket_invalid: 'That pair was drawn for another visit. Here is a new one.',
    proof_missing: 'Votes here now need a short computation. Here is a new pair.',
    proof_invalid: 'The computation for that pair was not accepted. Here is a new one.',
  },

  thatWasAll: 'That was all. Thank you.',
  preferredIn: (won: number, of: number) =>
    `You preferred [this one] in ${won} of ${counted(of, 'pair', 'pairs')}.`,
  seenEvery: 'You have seen every pair that is available to you.',
  nothingYet: 'Nothing to vote on yet.',
  noTwo: 'No prompt has two different answers yet.',
  slower: 'A little slower, please.',
  soManyPairs: 'Too many pairs in a short time.',
  soManyPairsWait: (seconds: number) =>
    `Too many pairs in a short time. The next one is available in ${seconds} s.`,
  arenaMissing: (arena: string) => `There is no arena “${arena}” here.`,
}

/** What differs between the two answers of a decided pair. */
export const differences = {
  title: 'What differs',
  only: (name: string) => `only ${name}:`,
  key: 'Struck out: only [0]. Underlined: only [1].',
  turn: (n: number) => `Turn ${n}`,
}

/** Voting with an invitation. */
export const invited = {
  own: (votes: number) => `${counted(votes, 'vote')} by you`,
  ownOf: (votes: number, goal: number) => `${count(votes)} of your ${count(goal)}`,
  complete: (votes: number, goal: number) => `${count(votes)} of ${count(goal)}. Thank you!`,
  all: (votes: number) => `${count(votes)} by everyone invited`,
  allOf: (votes: number, goal: number) => `${count(votes)} of about ${count(goal)} by everyone invited`,
  assigned: (votes: number, wanted: number) =>
    `${count(votes)} of ${count(wanted)} votes on your group’s pairs`,

  closed: 'Voting is closed.',
  result: 'What the board says',
  ended: 'This link cannot be used.',
  voteWithout: 'Vote without an invitation',
  other: 'This link is for another voter.',
  keepMine: 'Keep my invitation',
  useThis: 'Use this link',
}

/** What voters would see, for operators. */
export const preview = {
  title: 'Preview',
  how: 'This is what voters see. Nothing is recorded, and nobody can vote here.',
  needsToken: 'The preview needs the token of an operator.',
  promptHow: 'its key; empty: any',
  one: 'Contestant',
  other: 'Other contestant',
  any: 'any',
  again: 'Another pair',
  names: 'Show names',
  toArena: 'Back to the arena',
  drawn: (prompt: string) => `Pair on prompt ${prompt}`,
}

/** Proof of work for a vote. */
export const proof = {
  solving: 'This arena asks your browser for a short computation. Your vote is sent when it is done.',
  slow: 'The computation takes long on this device. Keep this page open, and your vote is sent. Or skip the pair.',
  progress: 'Computation for your vote',
  cannot: {
    insecure:
      'This arena asks your browser for a short computation, which needs a secure connection. Open this page with https to vote.',
    unsupported:
      'This arena asks your browser for a short computation, and this browser cannot do it in the background. Use a current browser to vote.',
    stopped: 'The computation for your vote stopped. Try again, or reload the page.',
  },
}

import type { JudgingProgress } from '../../../shared/contracts/judging.ts'
import type { AuditEntry } from '../../../shared/contracts/operators.ts'

/** What an operator sees and does in one arena. */
export const arena = {
  tabs: {
    overview: 'Overview',
    content: 'Content',
    people: 'People',
    judges: 'Judges',
    settings: 'Settings',
  },
  /** The parts of these tabs. */
  parts: {
    overview: 'Overview',
    contestants: 'Contestants',
    prompts: 'Prompts',
    import: 'Import',
    people: 'Invitations',
    voters: 'Voters',
    votes: 'Votes',
    decision: 'Decision day',
    judges: 'Calibration',
    judging: 'Judging',
    settings: 'General',
    edit: 'Edit',
    exports: 'Exports',
    erase: 'Erase',
    log: 'Log',
  },

  // judging
  lost: 'The server does not answer. This is the last known state.',
  price: (calls: string, dollars: string | null, isMost: boolean) =>
    dollars === null
      ? `${calls}. What they cost is not known: a model has no price yet.`
      : `${isMost ? 'At most' : 'About'} ${dollars} for ${calls}.`,
  plans: { arena: 'as the arena says', tournament: 'a tournament' },

  // judges
  retired: (when: string) => `retired ${when}`,
  retireOne: (name: string) => `Retire ${name}`,
  restoreOne: (name: string) => `Restore ${name}`,

  // votes
  shownVotes: { all: 'all votes', said: 'votes with a reason', quarantined: 'in quarantine' },
  sources: {
    human: 'people',
    judge: 'judges',
    result: 'results',
    simulated: 'simulated',
    live: 'live battles',
  },
  outcomes: { tie: 'tie', both_bad: 'both bad' } as Record<string, string>,

  // settings
  visibilities: {
    public: 'Everybody',
    link: 'Anybody with the link',
    private: 'Only operators',
  },
}

/** Where an operator lands. */
export const overview = {
  judgingWaits: {
    paused: 'Next: resume judging.',
    budget_reached: 'Next: raise the budget.',
  } as Partial<Record<JudgingProgress['status'], string>>,
  answersMissing: (n: number) => `${n} ${n === 1 ? 'is' : 'are'} missing.`,
  notVoted: (n: number, all: number) =>
    `${n} of ${all} invited ${all === 1 ? 'person has' : 'people have'} not voted.`,
  suspects: (n: number) =>
    n === 1
      ? 'The votes of 1 voter look like an attack. They count.'
      : `The votes of ${n} voters look like an attack. They count.`,
  until: (votes: number, needed: number) => `${votes} of about ${needed} votes until the first ratings.`,
  cast: (votes: number, people: number) =>
    `${votes} ${votes === 1 ? 'vote' : 'votes'}${people > 0 ? ` by ${people} ${people === 1 ? 'person' : 'people'}` : ''}.`,
}

/** Votes, answers and prompts from files. */
export const importing = {
  lineNth: (line: string) => `line ${line}`,
  /** In a list on one line. */
  element: (element: string) => `element ${element}`,
  wouldAdd: ([contestants, prompts, answers, votes]: string[]) =>
    `Would add ${contestants}, ${prompts}, ${answers} and ${votes}.`,
  added: ([contestants, prompts, answers, votes]: string[]) =>
    `Added ${contestants}, ${prompts}, ${answers} and ${votes}.`,
  scored: {
    scores: 'the larger wins',
    ranks: 'the smaller wins',
    results: 'a pass wins',
    counts: 'how often the row beat the column',
  },
  meansWhat: (outcome: string) =>
    outcome === '' ? 'An empty outcome means' : `The outcome ${outcome} means`,
  meanings: {
    model_a: 'the left one won',
    model_b: 'the right one won',
    tie: 'a tie',
    both_bad: 'both are bad',
    skip: 'no vote',
    name: 'the contestant of this name won',
  },
  answerColumn: (name: string) => `Answer of ${name}`,
  columnOf: (field: string | null, name: string) =>
    field === 'score' ? `Score of ${name}` : field === 'wins' ? `Wins over ${name}` : `Answer of ${name}`,
  /** Of a column that is read otherwise: that it is not. */
  byItsName: 'As its name says',
  ignored: 'Ignore',
  /** What a column can be, by the name under which it is read. */
  parts: {
    prompt: 'Question',
    answer_a: 'Answer A',
    answer_b: 'Answer B',
    model_a: 'Who gave answer A',
    model_b: 'Who gave answer B',
    winner: 'Who won',
    judge: 'Person',
  } as Record<string, string>,
  /** What few files have. */
  moreParts: {
    model: 'Who answered',
    response: 'Answer',
    text: 'Answer, by an id',
    question_id: 'Id of the question',
    category: 'Category',
    group: 'Group',
    reference: 'Right answer',
    context: 'Context',
    criterion: 'Criterion',
    judge_type: 'Person or model',
    tstamp: 'Time of the vote',
    id: 'Id of the vote',
    wins_a: 'Wins of A',
    wins_b: 'Wins of B',
    ties: 'Ties',
    count: 'Number of votes',
  } as Record<string, string>,
  /** What a file of scores has beside them. */
  scoreParts: { score: 'Score', rank: 'Rank', result: 'Passed or failed' } as Record<string, string>,
  more: 'More',
  contextOfAnswer: 'What it had read',
  outcomes: ([left, right, ties, bad]: string[]) =>
    `Left won ${left}, right ${right}, tied ${ties}, both bad ${bad}.`,
}

/** What a column is called that is read under a name; undefined: it cannot be chosen. */
export const partLabel = (name: string): string | undefined =>
  importing.parts[name] ?? importing.moreParts[name] ?? importing.scoreParts[name]

/** Live battles of an arena, for operators. */
export const live = {
  turn: (least: string, most: string) =>
    least === most
      ? `Two answers to a short prompt cost at most ${least}.`
      : `Two answers to a short prompt cost at most ${least} to ${most}, by contestant.`,
}

/** When an arena decides, for operators. */
export const decides = {
  when: { votes: 'after votes', at: 'on a date', never: 'never: open-ended' },
  thens: { go_on: 'voting goes on', close: 'voting closes' },
  /** @param percent  null: not even 95 */
  shows: (percent: number | null) =>
    percent === null
      ? 'So few votes decide little: not even a contestant that beats every other one 95 : 5 wins on 8 of 10 boards.'
      : `A contestant that beats every other one ${percent} : ${100 - percent} wins on 8 of 10 boards.`,
}

/** The log of an arena, for operators. */
export const log = {
  by: ({ actor, token }: Pick<AuditEntry, 'actor' | 'token'>) =>
    token === undefined
      ? { token: 'with the admin token', terminal: 'at the terminal', server: 'the server' }[actor]
      : `with the token “${token}”`,
}

/** The list of suspected voters, for operators. */
export const suspects = {
  states: { open: 'its votes count', quarantined: 'in quarantine', released: 'released' },
  quarantineAll: (voter: string) => `Quarantine all votes of ${voter}`,
  releaseAll: (voter: string) => `Release all votes of ${voter}`,
  wentIn: (votes: string) => `${votes} put into quarantine.`,
  cameOut: (votes: string) => `${votes} released.`,
}

/** The list of answers that name their model, for operators. */
export const leaks = {
  release: (prompt: string) => `Release: leak in ${prompt}`,
  holdAgain: (prompt: string) => `Hold again: leak in ${prompt}`,
}

/** How pages look to judges, for operators. */
export const drawnAnswers = {
  whys: {
    took_too_long: 'It took too long, or never ends.',
    broke_off: 'It left its frame, or used up its memory.',
    uniform: 'Two pictures had one colour each, and differed.',
    chromium_failed: 'Chromium did not work. The log of the server says more.',
  },
}

import { count, counted } from '../../ui/figures.ts'

/** One battle after its decision. */
export const battle = {
  missing: 'There is no decided battle at this address.',
  missingMore: 'A battle can be seen once it is decided. [To the board]',
  withdrawn: 'The vote on this battle was taken back.',
  withdrawnMore:
    'Its voter took it back, or a later version of its judge replaced it. It does not count. [To the board]',
  loading: 'Loading the battle …',
  title: (left: string, right: string) => `${left} against ${right}`,
  won: (winner: string, loser: string) => `${winner} won against ${loser}.`,
  tie: (left: string, right: string) => `${left} and ${right}: equally good.`,
  bothBad: (left: string, right: string) => `${left} and ${right}: both bad.`,
  by: {
    human: 'Decided by a person',
    judge: (name: string) => `Decided by the judge ${name}`,
    result: 'Decided by a known result',
    simulated: 'A simulated vote',
    live: 'Decided by the person who wrote the prompt',
  },
  inconsistent: 'It preferred a different answer in each order, which counts as a tie.',
  leaked:
    'Leaked: an answer names its model or maker, or the prompt asks for it. This vote counts on no board.',
  injected: (name: string, found: string) =>
    `The answer of ${name} speaks to a judge: “${found}”. The vote counts all the same.`,
  quarantined: 'This vote is in quarantine: it counts on no board.',
  criterion: (name: string) => `criterion ${name}`,
  prompt: (key: string, retired: boolean) => `prompt ${key}${retired ? ' (retired)' : ''}`,
  noPrompt: 'without a prompt',
  category: (name: string) => `category ${name}`,

  withheld: {
    in_use:
      'This prompt is still voted on. Voters must not know whose answer is whose, so names and answers are not shown together here.',
    of_visitor: 'A visitor wrote this prompt, so nobody else can read it here.',
    not_known: 'This server does not have the texts of this battle.',
  },
  ownPrompt: 'You wrote this prompt, so you can read the answers again. Others cannot.',
  ownVote: 'You cast this vote, so you can read its texts again. Others cannot while the prompt is voted on.',
  readableFrom: (moment: string) =>
    `This prompt is no longer voted on. Its answers can be read here from ${moment}, when no open pair uses it.`,
  withToken: 'With the admin token you can read them now.',

  roles: { system: 'Instruction', user: 'User', assistant: 'Assistant' },
  context: (n: number) => `Context of the prompt (${n})`,
  found: (n: number) => `Retrieved context (${n})`,
  turn: (n: number) => `Turn ${n}`,
  noAnswer: 'The text of this answer is not known.',
  sample: (n: number) => `answer ${n}`,
  chosen: 'preferred',
  sides: { left: 'Left', right: 'Right' },

  reason: 'Reason given',
  judged: 'The judge’s verdict in each order',
  shownFirst: (name: string) => `${name} shown first`,
  said: {
    first: 'the first',
    second: 'the second',
    tie: 'equally good',
    both_bad: 'both bad',
    nothing: 'no readable verdict',
  },
  saidFor: (name: string, place: string) => `${name}, ${place}`,
  noReason: 'No reason given.',
  reply: 'Its reply, word for word',

  check: 'Check',
  passed: 'passed',
  failed: 'failed',
  notMade: 'could not be run',
  unchecked: 'not checked',
}

/** Where a judge and people differ. */
export const disagreements = {
  heading: 'Where judges and people differ',
  loading: 'Loading the votes …',
  onSet: 'on the arena’s prompts',
  onLive: 'on visitors’ own prompts',
  noJudge: 'This arena has no judge.',
  noJudgeMore: 'Disagreements appear once a judge and people have decided the same pairs. [To the board]',
  judgeMissing: (name: string) => `No judge “${name}” has voted in this arena.`,
  differ: (n: number, judge: string) => `People and ${judge} differ on ${counted(n, 'pair', 'pairs')}.`,
  agree: (judge: string) => `People and ${judge} differ on no pair that both decided.`,
  agreement: (share: string, low: string, high: string, hits: number, n: number) =>
    `Where both named a winner, under all criteria, they named the same one in ${share} (${count(hits)} of ${count(n)}; 95\u00a0% interval ${low} to ${high}).`,
  order: 'Opposite winners come first, the clearest majority against the judge on top.',
  opposite: 'opposite',
  people: 'People',
  theJudge: 'The judge',
  counts: (name: string, n: number) => `${name}: ${count(n)}`,
  bothBad: 'both bad',
  ties: (n: number) => counted(n, 'tie', 'ties'),
  bothBads: (n: number) => `${count(n)} both bad`,
  inconsistent: 'a different answer in each order',
  against: (left: string, right: string) => `${left} against ${right}`,
  prompt: (key: string) => `On prompt ${key}`,
  withheld:
    'Answers and reasons are shown for prompts that are no longer voted on. With the admin token you can read all of them.',
  reasons: 'People wrote',
}

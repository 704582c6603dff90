import type { OperatorRole } from '../../../shared/contracts/operators.ts'
import { counted } from '../ui/figures.ts'
import { terms } from './admin-terms.ts'

/** The operator's pages: signing in, the list of arenas, and a new one from files. */
export const admin = {
  ...terms,
  lineNth: (line: string) => `line ${line}`,
  optional: 'optional',
  download: (name: string) => `Download ${name}`,
  title: 'Admin',
  signOut: 'Sign out',
  signInHow:
    'The server keeps the token in its data folder as admin-token. Started in a terminal, it also prints it.',
  tooMany: (seconds: number) =>
    `Too many wrong tokens came from this address. Try again in ${seconds} seconds.`,
  offline: 'You are offline. Nothing was changed.',
  unreachable: 'The server does not answer. Try again in a moment.',
  databaseGone: 'The server cannot reach its database. Nothing was changed.',
  tryAgain: 'Try again',
  archived: (count: number) => `Archived (${count})`,
  archivedOn: (day: string) => `archived ${day}`,
  noArenas: 'There is no arena yet.',
  arena: 'Arena',
  shownTo: 'Visible to',
  judging: 'Judging',
  visibility: {
    public: 'everybody',
    link: 'anybody with the link',
    private: 'operators',
  },
  runStatus: {
    running: 'running',
    paused: 'paused',
    cancelled: 'cancelled',
    budget_reached: 'budget reached',
    done: 'done',
  },
  andSimulated: (votes: string) => `and ${votes} simulated`,
  byTables: 'Tables',
  byFiles: 'From files',
  byArchive: 'From an archive',
  byForm: 'Write it here',
  drop: 'Drop arena.yaml and the files it names here',
  dropOr: 'or',
  choose: 'Choose files',
  chosen: (files: string) => `${files} chosen`,
  file: 'file',
  files: 'files',
  tooLarge: (megabytes: string) =>
    `Together these files are larger than ${megabytes} MB. Use the terminal instead: deadheat run arena.yaml.`,
  noArenaFile: 'There is no arena.yaml among these files. Add it, or drop tables without one under “Tables”.',
  gone: (name: string) => `${name} has changed on disk and can no longer be read. Choose it again.`,
  problems: (count: number) => (count === 1 ? '1 problem to fix first' : `${count} problems to fix first`),
  warnings: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`),
  fixHow: 'Fix the files and choose them again.',
  wouldCreate: (arena: string) => `Creates the arena “${arena}”.`,
  wouldChange: (arena: string) => `Updates the existing arena “${arena}” to match these files.`,
  adds: (contestants: string, prompts: string, answers: string) =>
    `Adds ${contestants}, ${prompts} and ${answers}.`,
  addsNothing: 'Adds no contestant, prompt or answer.',
  prompt: 'prompt',
  stay: (names: string) => `These stay, although the files no longer name them: ${names}.`,
  changesNothing: 'Changes nothing else.',
  kinds: {
    arena: 'Settings',
    contestants: 'Contestants',
    prompts: 'Prompts',
    judges: 'Judges',
    checks: 'Checks',
    providers: 'Providers',
  },
  hows: {
    added: (what: string) => `${what} added`,
    changed: (what: string) => `${what} changed`,
    removed: (what: string) => `${what} no longer in use`,
    restored: (what: string) => `${what} in use again`,
  },
  andMore: (more: string) => `and ${more} more`,
  otherVersion: 'Another model, rubric or parameter makes a new version of a judge, measured from the start.',
  aRun: 'A full run',
  noCalls: 'Calls no model: people vote on it.',
  calls: (calls: string, answers: string, judgements: string) =>
    `${calls}: ${answers} to generate and ${judgements}.`,
  call: 'call',
  callsMany: 'calls',
  judgement: 'judgement in both orders',
  judgements: 'judgements in both orders',
  about: (dollars: string) => `About ${dollars}`,
  noPrice: 'no price known',
  ways: 'Ways to judge so many contestants',
  wayEverything: 'Everything',
  wayPairs: (votes: number) => `${votes} for each pair`,
  wayTournament: 'A tournament, at most',
  costUnknown: 'The cost is not known: a model has no price.',
  budget: (dollars: string) =>
    `Budget ${dollars}. No call starts that could exceed it, if the provider honours max_tokens.`,
  budgetLasts: (share: string) => `It will be spent after about ${share} of the work.`,
  keyMissing: 'is not set; calls wait until the server starts with it',
  update: 'Update the arena',
  creating: 'Creating …',
  /** What a field asks for; bounds that are infinite are none. */
  decimal: ({ min, above, max, below }: Record<'min' | 'above' | 'max' | 'below', number>) =>
    [
      'A number',
      Number.isFinite(min) && `from ${min}`,
      Number.isFinite(above) && `above ${above}`,
      Number.isFinite(max) && `${Number.isFinite(min) ? 'to' : 'up to'} ${max}`,
      Number.isFinite(below) && `below ${below}`,
    ]
      .filter(Boolean)
      .join(' ') + ', without marks for thousands.',
}

/** What the role of a token does not allow. */
export const role = {
  needs: (needed: OperatorRole, role: OperatorRole) =>
    `This needs the role ${needed}. Your token has the role ${role}.`,
}

/** Named tokens of operators. */
export const tokens = {
  ...terms,
  title: 'Tokens',
  how: 'One for each person or program: the log shows who did what.',
  name: 'For whom',
  roles: { read: 'read', run: 'run', admin: 'admin' },
  roleHow: {
    read: 'Sees all that operators see, with the names of invited people, and changes nothing.',
    run: 'Also runs what is set up: judging, challenges, invitations, quarantine.',
    admin: 'Does everything: creates, changes and removes arenas, and makes tokens.',
  },
  make: 'Make token',
  made: 'Made',
  holds: 'valid',
  withdrawnAt: (moment: string) => `withdrawn ${moment}`,
  newToken: (name: string) => `New token for ${name}`,
  onlyNow: 'Shown only once.',
  copy: 'Copy the new token',
  ended: (name: string) => `The token of ${name} no longer opens anything.`,
}

/** What is noticed in the lists of operators, and how they are searched. */
export const findings = {
  ...terms,
  found: 'Noticed',
  noAnswers: 'no answers',
  unanswered: (n: number) => `${counted(n, 'prompt')} without an answer`,
  leaks: (n: number) => `${counted(n, 'answer names', 'answers name')} a model`,
  leaksOrAsks: (n: number) => `${counted(n, 'leak')}: a model is named or asked for`,
  alike: 'all answers are alike',
  oneAnswered: 'only one contestant answered',
  notVotable: 'nothing to vote on',
  find: 'Find',
  act: 'Event',
  anyAct: 'anything',
  shown: (shown: string, all: string) => `${shown} of ${all}`,
  nothing: 'Nothing matches.',
}

/** Removing an arena, for operators. */
export const remove = {
  title: 'Remove',
  how: 'There is no undo. Export first.',
  typeName: (arena: string) => `Type ${arena} to confirm`,
  remove: 'Remove for good',
  removed: 'Removed arenas',
}

/** What voters would see, for operators. */
export const preview = {
  ...terms,
  title: 'Preview',
  how: 'This is what voters see. Nothing is recorded, and nobody can vote here.',
  needsToken: 'The preview needs the token of an operator.',
  promptHow: 'its key; empty: any',
  other: 'Other contestant',
  any: 'any',
  again: 'Another pair',
  toArena: 'Back to the arena',
  drawn: (prompt: string) => `Pair on prompt ${prompt}`,
}

import { count, counted } from '../../ui/figures.ts'

/** Prompts × contestants, and categories × contestants. */
export const explore = {
  heading: 'Answers side by side',
  categories: 'Categories side by side',
  kinds: 'What to look at',
  byPrompt: 'By prompt',
  byCategory: 'By category',
  loading: 'Loading the answers …',
  loadingBoards: 'The boards of the categories are being computed …',
  contestantMissing: 'There is no such contestant in this arena.',
  promptMissing: 'There is no such prompt or contestant in this arena.',
  whole: 'All answers',

  choice: 'Selection',
  source: 'Votes',
  show: 'Prompts',
  shows: {
    all: 'All',
    readable: 'With texts that all may read',
    won: 'Mostly won',
    lost: 'Mostly lost',
    tied: 'Undecided',
    bothBad: 'Called “both bad”',
    divided: 'Votes contradict each other',
    failed: 'A check failed',
  },
  failedCheck: (name: string) => `Failed: ${name}`,
  of: 'By',
  anyone: 'Any of those shown',

  add: 'Add a contestant',
  remove: (name: string) => `Remove ${name}`,

  found: (n: number) => `${counted(n, 'prompt', 'prompts')}.`,
  none: 'No prompt matches this selection.',
  noneReadable:
    'No prompt here has texts that all may read. They can be read once a prompt is no longer voted on.',
  noPrompts: 'This arena has no prompts.',
  nobody: 'This arena has no contestants.',
  ofVisitor: 'Text hidden: a visitor wrote it',
  withheld:
    'Texts of prompts that are still voted on are hidden: voters must not know whose answer is whose.',
  justRetired: 'Text hidden for a moment: open pairs use it',
  notKnown: 'Text not known',
  won: (n: number) => `${count(n)} won`,
  lost: (n: number) => `${count(n)} lost`,
  tied: (n: number) => `${count(n)} tied`,
  noAnswer: 'No answer',
  samples: (n: number) => `first of ${count(n)} answers`,
  divided: 'contradicted',
  dividedWhy: 'On the same two answers, some votes name one and some the other.',
  failed: (name: string, missed: number, of: number) =>
    of === 1 ? `failed: ${name}` : `failed ${count(missed)} of ${count(of)}: ${name}`,
  cell: (name: string, prompt: string) => `${name} on prompt ${prompt}`,
  keys: 'Arrow keys move between cells, Enter opens one.',

  answer: 'Answer',
  nth: (n: number) => `Answer ${n}`,
  passed: (name: string) => `Passed: ${name}`,
  missed: (name: string) => `Failed: ${name}`,
  unmade: (name: string) => `Could not be run: ${name}`,
  latest: (shown: number, all: number) =>
    shown < all ? `The latest ${count(shown)} of ${counted(all, 'vote', 'votes')}.` : '',
  noBattles: 'These votes have none on this prompt.',
  page: (name: string) => `All about ${name}`,

  standings: 'Categories and contestants',
  standingsCaption: (boards: number) =>
    `Rank, rating and thin whisker on the board of each category. At most 1 time in 20, something is wrong on one of the ${count(boards)} boards.`,
  allVotes: 'All categories',
  first: 'First place',
  leads: (name: string, among: number | null) =>
    among === null ? `${name} leads` : `${name} leads among these ${count(among)}`,
  heat: (n: number) => `dead heat of ${count(n)}`,
  undeclared: 'nothing declared',
  votes: (n: number) => counted(n, 'vote', 'votes'),
  rank: (first: number, last: number) => (first === last ? `rank ${first}` : `rank ${first} to ${last}`),
  tooFew: 'too few votes',
  unrated: 'no rating yet',
  isNew: 'not on this board yet',
  mayBeFirst: 'may be first',
  interval: (low: string, high: string) => `${low} to ${high}`,
  noCategories: 'The prompts of this arena have no categories.',
}

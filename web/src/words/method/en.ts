import { count, counted } from '../../ui/figures.ts'

/** How the board is computed, and how to check it. */
export const en = {
  title: 'How this is computed',
  votesSay: (ties: string) =>
    `Each vote says which of two unnamed answers to one prompt was better, or that neither was. Bradley-Terry strengths are the ones that make these votes most likely; ${ties}. 400 points more means winning ten times for each loss; 100 more, 64\u00a0% of the time.`,
  ties: { half: 'a tie is half a win for each', drop: 'ties are left out' },
  preview: (unit: string) =>
    `[The whiskers on this board are estimates that stand in for a moment], from the spread of the votes ${unit} without weighing them anew; the board with its bootstrap is being computed. Until it is there, no new winner is named.`,
  rounds: (n: number, unit: string, k: string | null, level: number) =>
    `The votes are then weighed anew ${counted(n, 'time', 'times')}, ${unit}, and every rating refitted. The thick whiskers hold a rating taken alone; the thin ones${k === null ? '' : `, with k = ${k},`} are as long as it takes for all comparisons on this board to hold at once with ${level}\u00a0% confidence. A tick marks each end of a thin whisker that is shorter than its thick one.`,
  oneByOne: {
    both: 'by prompts and by voters',
    prompt: 'prompt by prompt',
    voter: 'voter by voter',
    vote: 'vote by vote',
  },
  lent: (weight: string, votes: number, labelled: number, judged: number) =>
    `[The judges’ verdicts count with weight ${weight}.] Judges judged ${counted(judged, 'battle', 'battles')}, and ${count(labelled)} of people’s ${counted(votes, 'vote', 'votes')} ${labelled === 1 ? 'is' : 'are'} on battles judges have judged too. There it shows where judges err, and what they say of all battles is put right by that much before it is lent to people’s votes. The weight is the one with which the ratings are known best. Whatever judges err by, on average it pulls nobody up or down.`,
  nothingLent: (votes: number, labelled: number, judged: number) =>
    `[The judges’ verdicts count with weight 0], so this is the board of people’s votes. Judges judged ${counted(judged, 'battle', 'battles')}, and ${count(labelled)} of people’s ${counted(votes, 'vote', 'votes')} ${labelled === 1 ? 'is' : 'are'} on battles judges have judged too.`,
  above: 'One contestant is above another only if their thin whiskers do not touch.',
  elseDeadHeat:
    'Everything else is a dead heat, and nothing on this page, in the API or in an export ranks one before the other.',
  noIntervals: 'No intervals were computed, so nothing here ranks one contestant before another.',

  view: 'View',
  method: 'Method',
  methods: { 'bradley-terry': 'Bradley-Terry, maximum likelihood' } as Record<string, string>,
  tiesHere: { half: 'ties half', drop: 'ties drop' },
  intervals: 'Intervals',
  estimated: (draws: number, unit: string, k: string) =>
    `estimated, ${counted(draws, 'draw', 'draws')}, ${unit}${k}`,
  bootstrap: (rounds: number, unit: string, k: string) =>
    `bootstrap, ${counted(rounds, 'round', 'rounds')}, ${unit}${k}`,
  by: { both: 'by prompts and voters', prompt: 'by prompt', voter: 'by voter', vote: 'by vote' },
  none: 'none',
  weight: 'Weight of the judges',
  seed: 'Seed',
  votes: 'Votes',
  quarantined: (n: number) => `${count(n)} in quarantine`,
  code: 'Code',

  sources: {
    humans: 'humans',
    judges: 'judges',
    all: 'all',
    powered: 'powered by judges',
    simulated: 'simulated',
  } as Record<string, string>,
  judge: (name: string) => `judge:${name}`,
  oneCriterion: 'one criterion',
  allCategories: 'all categories',
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  since: (from: string) => `since ${from}`,
  until: (to: string) => `until ${to}`,
  allTime: 'all time',

  copyLine: 'Copy the line that verifies this board',
  recomputesPrivate:
    'Recomputes every figure of this board from its votes, to the last digit. Exit 0 if all agree. The arena is private, so save both files here first: [board], [votes].',
  recomputes:
    'Recomputes every figure of this board from its [exported votes], to the last digit. Exit 0 if all agree.',
}

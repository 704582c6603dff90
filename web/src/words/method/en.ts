import { count, counted } from '../../ui/figures.ts'

/** How the board is computed, and how to check it. */
export const method = {
  votesSay: (ties: string) =>
    `Each vote says which of two anonymous answers to a prompt was better, or that neither was. Ratings are Bradley-Terry strengths, fitted by maximum likelihood; ${ties}. A lead of 400 points means ten wins for each loss; a lead of 100 points means 64\u00a0% wins.`,
  ties: { half: 'a tie is half a win for each', drop: 'ties are left out' },
  rounds: (n: number, unit: string, k: string | null, level: number, boards: number) =>
    `In ${counted(n, 'round', 'rounds')} the errors of all ratings are drawn together, from how the votes vary ${unit}. Thick bars compare each rival with the highest rated, for first place alone. Where that is not known, they are intervals of each rating alone. Thin whiskers${k === null ? '' : `, with k = ${k},`} are long enough for all pairs at once. All that ${boards === 1 ? 'this board declares' : `the ${count(boards)} boards declare`} holds together with ${level}\u00a0% confidence.`,
  oneByOne: {
    both: 'by prompts and by voters',
    prompt: 'prompt by prompt',
    group: 'by groups of prompts',
    voter: 'voter by voter',
    vote: 'vote by vote',
  },
  weighted: (weight: string, votes: number, labelled: number, judged: number) =>
    `[The judges’ verdicts count with weight ${weight}.] Judges judged ${counted(judged, 'battle', 'battles')}, and ${count(labelled)} of people’s ${counted(votes, 'vote', 'votes')} ${labelled === 1 ? 'is' : 'are'} on battles that judges judged too. These shared battles show how judges err. The verdicts on all battles are corrected by that, and then support people’s votes. The weight is the one that makes the ratings most precise. On average, errors of judges favour nobody.`,
  weightZero: (votes: number, labelled: number, judged: number) =>
    `[The judges’ verdicts count with weight 0], so this is the board of people’s votes. Judges judged ${counted(judged, 'battle', 'battles')}, and ${count(labelled)} of people’s ${counted(votes, 'vote', 'votes')} ${labelled === 1 ? 'is' : 'are'} on battles that judges judged too.`,
  byMajority: (judges: number, quorum: number, split: number, missing: number) =>
    `Each vote is what at least ${count(quorum)} of ${counted(judges, 'judge', 'judges')} say about a prompt and two contestants. ${split > 0 ? `On ${counted(split, 'battle', 'battles')} they do not agree; these count as ties. ` : ''}${missing > 0 ? `On ${counted(missing, 'battle', 'battles')} too few judges voted; these do not count. ` : ''}Judges are not resampled.`,
  above: 'One contestant is above another only if their thin whiskers do not touch.',
  elseDeadHeat: 'Everything else is a dead heat: here, in the API and in every export.',
  forOneLook: 'You can also see it [for one look].',
  forAllLooks: 'You can also see it [for all looks].',
  together: (boards: number) => `Or let [all ${count(boards)} boards hold together].`,
  alone: 'Or let [this board hold alone].',
  noIntervals: 'No intervals were computed, so no contestant is ranked before another.',

  view: 'View',
  methods: { 'bradley-terry': 'Bradley-Terry, maximum likelihood' } as Record<string, string>,
  tiesHere: { half: 'ties half', drop: 'ties drop' },
  intervals: 'Intervals',
  bootstrap: (rounds: number, unit: string, k: string) =>
    `bootstrap, ${counted(rounds, 'round', 'rounds')}, ${unit}${k}`,
  by: {
    both: 'by prompts and voters',
    prompt: 'by prompt',
    group: 'by group',
    voter: 'by voter',
    vote: 'by vote',
  },
  weight: 'Weight of the judges',
  seed: 'Seed',
  leaked: (n: number) => `${count(n)} left out because an answer names its model`,
  overCap: (n: number, most: number) =>
    `${count(n)} left out because at most ${counted(most, 'vote', 'votes')} of one person count`,
  quarantined: (n: number) => `${count(n)} in quarantine`,
  code: 'Code',

  sources: {
    humans: 'humans',
    judges: 'judges',
    majority: 'majority of judges',
    all: 'all',
    powered: 'powered by judges',
    simulated: 'simulated',
    live: 'live battles',
    'humans-and-live': 'humans and live battles',
  } as Record<string, string>,
  judge: (name: string) => `judge:${name}`,
  group: (group: string) => `group “${group}”`,
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  since: (from: string) => `since ${from}`,
  until: (to: string) => `until ${to}`,

  recomputes: 'Anybody can recompute every figure, to the last digit, from [board] and [votes].',
  recomputed: { board: 'this board', votes: 'its votes' },
}

/** The page of `export ARENA site`. */
export const published = {
  check: 'Is this board right?',
  reading: (votes: number) => `Your browser is reading the votes: ${count(votes)} so far.`,
  computing: (votes: number) => `Your browser is recomputing the board from ${counted(votes, 'vote')}.`,
  progress: 'Share of the board that is recomputed',
  agreesExactly: 'The board agrees with its votes, to the last digit.',
  agrees: 'The board agrees with its votes.',
  agreesOn: (votes: number, figures: number) =>
    `Your browser recomputed it from ${counted(votes, 'vote')} and compared ${counted(figures, 'figure')}.`,
  rounded: (figures: number) =>
    `${counted(figures, 'figure differs', 'figures differ')} after the ninth digit, because browsers and servers round logarithms differently.`,
  differs: (differences: number) =>
    `The board does not agree with its votes: ${counted(differences, 'difference')}.`,
  differsBy: (votes: number, figures: number) =>
    `Your browser recomputed it from ${counted(votes, 'vote')} and compared ${counted(figures, 'figure')}. Either the board or the file of votes was changed.`,
  differences: 'What differs',
  figure: 'Figure',
  shown: 'On this page',
  recomputed: 'Recomputed',
  more: (differences: number) => `And ${counted(differences, 'more', 'more')}.`,
  notChecked: 'The board could not be recomputed.',
  noVotes: (file: string, status: number) => `${file} cannot be loaded (status ${status}).`,
  noHost:
    'The file of votes cannot be loaded. Put the folder on a web host and open the page there: browsers load no files beside a page that is itself a file.',
  brokenLine: (file: string, line: number) => `Line ${count(line)} of ${file} is not a vote:`,
  unexpected: 'An unexpected error:',
  withoutScript:
    'This page needs JavaScript to recompute the board. deadheat verify does the same, with the two files below.',
  files: 'Files',
  text: 'As text',
  dark: 'Picture, dark',
  badge: 'Badge',
  other: 'Deutsch',
}

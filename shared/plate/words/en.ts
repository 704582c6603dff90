/** Who cast the votes of a board, as far as the words for them differ. */
export type Voters = 'people' | 'judges' | 'simulated' | 'mixed'

const figure = (n: number) => n.toLocaleString('en')
const counted = (n: number, one: string, many: string) => `${figure(n)} ${n === 1 ? one : many}`

/** The words of a picture of a board, in English, besides its sentence. */
export const en = {
  rank: 'Rank',
  rating: 'Rating',
  places: 'Places',
  above: 'Is above',
  below: 'Is below',
  first: 'first',
  possible: 'possible places',
  lastPlace: 'last place',
  ofPlaces: (name: string, places: string, above: number, below: number) =>
    `bar: ${name} may have the places ${places}, as ${above === 0 ? 'none' : figure(above)} of the others are known to be above and ${figure(below)} below`,
  whoIsFirst: 'thick: who is first?',
  whoIsAbove: 'thin: who is above whom?',
  thick: (percent: number) => `thick: ${percent}\u00a0% interval of this rating`,
  thin: 'thin: for comparing; where two overlap, it is undecided',
  mayBeFirst: 'may be first',
  leads: 'no other reaches this line',
  firstAmong: (voters: number) => `first among these ${figure(voters)}`,
  retired: (name: string) => `${name} (retired)`,

  folded: (others: number, mayBeFirst: number) => {
    const who = counted(others, 'other', 'others')
    if (mayBeFirst === 0) return who
    return mayBeFirst === others
      ? `${who} may be first`
      : `${who}, ${figure(mayBeFirst)} of them may be first`
  },
  unrated: (n: number) => `${figure(n)} with too few votes for a rating`,

  votes: (n: number, source: Voters) =>
    source === 'simulated'
      ? counted(n, 'simulated vote', 'simulated votes')
      : source === 'judges'
        ? counted(n, "judge's vote", "judges' votes")
        : counted(n, 'vote', 'votes'),
  voters: (n: number, source: Voters) =>
    ` by ${source === 'judges' ? counted(n, 'judge', 'judges') : source === 'people' ? counted(n, 'person', 'people') : counted(n, 'voter', 'voters')}`,
  judge: (name: string) => ` by judge ${name}`,
  prompts: (n: number) => ` on ${counted(n, 'prompt', 'prompts')}`,
  day: (date: Date) => date.toLocaleDateString('en-GB', DAY),
  from: (day: string) => `from ${day}`,
  to: (day: string) => `to ${day}`,
  openBoard: (title: string) => `${title}: all results`,
  final: 'Final',
  promise: (oneIn: number, isOneLook: boolean) =>
    `wrong at most 1 time in ${figure(oneIn)}${isOneLook ? ', if you look once' : ''}`,
}

export const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const

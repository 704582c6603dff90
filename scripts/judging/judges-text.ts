/** What is known of an arena's judges, as text for the terminal. */
import { align } from '../../server/leaderboard/render/align.ts'
import type { Column } from '../../server/leaderboard/render/align.ts'
import { displayWidth } from '../../server/leaderboard/render/display-width.ts'
import { wrap } from '../../server/leaderboard/render/wrap.ts'
import type { JudgeReport, JudgesReport, Share } from '../../shared/contracts/index.ts'
import { withCommas } from '../../shared/sentence/index.ts'
import { usd } from './progress-words.ts'

const NONE = '–'
const STATES = {
  calibrated: 'calibrated',
  uncalibrated: 'uncalibrated',
  not_measured: 'not measured',
} as const

const percent = ({ share }: Pick<Share, 'share'>) => (share === null ? NONE : `${Math.round(100 * share)} %`)
const range = ({ interval }: Share) =>
  interval === null ? NONE : `${Math.round(100 * interval[0])}–${Math.round(100 * interval[1])}`
const priced = (amount: number | null) => (amount === null ? NONE : usd(amount))
const fixed = (value: number | null | undefined) =>
  value === null || value === undefined ? NONE : value.toFixed(2)

/** Columns with what they say of a judge, those first that stay longest where the terminal is narrow. */
const COLUMNS: (Column & { of: (judge: JudgeReport) => string })[] = [
  { title: 'judge', align: 'left', of: ({ judge }) => judge },
  { title: '', align: 'left', of: ({ state, due }) => STATES[state] + (due ? ', due' : '') },
  { title: 'agrees', align: 'right', of: ({ figures }) => percent(figures.decisive) },
  { title: '95 %', align: 'right', of: ({ figures }) => range(figures.decisive) },
  { title: 'of', align: 'right', of: ({ figures }) => withCommas(figures.decisive.n) },
  { title: 'κ', align: 'right', of: ({ figures }) => fixed(figures.decisive.kappa) },
  { title: 'with ties', align: 'right', of: ({ figures }) => percent(figures.threeWay) },
  { title: 'of', align: 'right', of: ({ figures }) => withCommas(figures.threeWay.n) },
  { title: 'consistent', align: 'right', of: ({ figures }) => percent(figures.consistency) },
  { title: 'first', align: 'right', of: ({ figures }) => percent(figures.firstPosition) },
  { title: 'longer', align: 'right', of: ({ figures }) => percent(figures.longer) },
  { title: 'own family', align: 'right', of: ({ figures }) => percent(figures.ownFamily) },
  { title: 'τ', align: 'right', of: ({ boards }) => fixed(boards[0]?.tau) },
  {
    title: 'a vote',
    align: 'right',
    of: ({ cost }) => priced(cost?.usdPerVote ?? null),
  },
]

/** A table of the judges, what should be known of them, and how far people agree. */
export function judgesText({ arena, judges, humans, trust }: JudgesReport, width: number): string {
  if (judges.length === 0) return `No judge has voted in ${arena}.`
  const { minAgreement, minVotes } = trust
  const missing = judges.filter(({ pairsMissing }) => pairsMissing > 0)
  const notes = [
    ...judges.flatMap(({ judge, findings }) => findings.map(({ message }) => `${judge}: ${message}`)),
    ...missing.map(
      ({ judge, pairsMissing }) =>
        `${judge}: ${withCommas(pairsMissing)} more ${pairsMissing === 1 ? 'pair' : 'pairs'} that humans decide too, at least, before it is measured.`,
    ),
    `Asked for: ${Math.round(100 * minAgreement)} % of at least ${withCommas(minVotes)} pairs that judge and humans both decided.`,
    ceiling('Two people agree on', humans.betweenVoters),
    ceiling('People who see a pair again, sides swapped, agree with themselves on', humans.withThemselves),
  ].filter((note) => note !== null)
  return [...table(judges, width), '', ...notes.flatMap((note) => wrap(note, width, '  '))].join('\n')
}

function ceiling(
  opening: string,
  { decisive, threeWay }: JudgesReport['humans']['betweenVoters'],
): string | null {
  if (threeWay.n === 0) return null
  return `${opening} ${percent(decisive)} (${range(decisive)}) of ${withCommas(Math.round(decisive.n))} that both decided, ${percent(threeWay)} of ${withCommas(threeWay.n)} with ties.`
}

function table(judges: readonly JudgeReport[], width: number): string[] {
  for (let shown = COLUMNS.length; ; shown--) {
    const columns = COLUMNS.slice(0, shown)
    const lines = align(
      columns,
      judges.map((judge) => columns.map(({ of }) => of(judge))),
    )
    if (shown === 3 || lines.every((line) => displayWidth(line) <= width)) return lines
  }
}

/** The words and tables of reports. */
import type { Meeting } from './pairs.ts'
import type { AttacksReport, VoterEvidence } from './voters.ts'
import type { HeadToHead, Ingredients } from '../../../shared/contracts/index.ts'
import { countWithNoun, percent, range, type Part } from '../../../shared/finish/lines.ts'
import { ENGLISH, viewLines } from '../../../shared/finish/report-lines.ts'
import { fitView, positionView, styleView } from '../../../shared/finish/report-view.ts'
import { boardWords } from '../../../shared/finish/words.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { comparedInWords, effectInWords, restSentence } from '../../../shared/sentence/ingredients.ts'
import type { StyleReport } from './style.ts'
import type { PositionReport, ModelFitReport } from './model-fit.ts'
import type { BaselineWinRate } from './baseline.ts'

export function ingredientsLines(report: Ingredients): Part[] {
  const { sentence, votes, effects, contestants, withheld } = report
  if (withheld) return [`Ingredients: ${sentence}`]
  const ends = (interval: readonly [number, number] | null) =>
    interval ? `${signed(interval[0])} to ${signed(interval[1])}` : ''
  return [
    `Ingredients: ${sentence}`,
    '',
    {
      titles: ['ingredient', 'compared', '', 'points', '95 %'],
      rows: effects.map((effect) => {
        const { advice, figures } = effectInWords(effect, effects)
        return [
          effect.factor,
          comparedInWords(effect),
          advice ?? figures,
          effect.points === null ? '–' : signed(effect.points),
          ends(effect.interval),
        ]
      }),
      names: 3,
    },
    '',
    `Points of rating that an ingredient adds, all else equal. ${withCommas(votes)} votes between ${contestants.length} contestants inform them. ${restSentence(report)}`,
  ]
}

/** What the page says of style, and below it the ratings at equal style. */
export function styleLines(report: StyleReport): Part[] {
  const { contestants, because } = report
  const view = viewLines(styleView({ ...report, withheld: because }, ENGLISH))
  if (because) return view
  return [
    ...view,
    ...unknownFeatures(report),
    'Ratings at equal style are estimates beside the board. They name no winner.',
    ...extrapolations(report),
    '',
    {
      titles: ['contestant', 'rating', 'at equal style', '95 %', 'change'],
      rows: contestants.map(({ name, rating, controlled, interval, extrapolates }) => [
        name,
        String(Math.round(rating)),
        ...(extrapolates.length > 0
          ? ['–', '–', '–']
          : [
              String(Math.round(controlled)),
              `${Math.round(interval[0])} … ${Math.round(interval[1])}`,
              signedPoints(Math.round(controlled) - Math.round(rating)),
            ]),
      ]),
    },
  ]
}

function unknownFeatures({ notUsed }: StyleReport): Part[] {
  const unknown = notUsed.flatMap(({ feature, because }) => (because === 'unknown' ? [feature] : []))
  return unknown.length > 0 ? [`Not known for all these answers: ${unknown.join(', ')}.`] : []
}

function extrapolations({ contestants }: StyleReport): Part[] {
  const named = contestants.filter(({ extrapolates }) => extrapolates.length > 0)
  if (named.length === 0) return []
  const extrapolated = named.map(({ name, extrapolates }) => `${name} (${extrapolates.join(', ')})`)
  return [
    `Withheld, since hardly any of their votes compare answers of equal style: ${extrapolated.join('; ')}.`,
  ]
}

const signedPoints = (points: number): string =>
  points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0'

/** What the page says of the sides, and below it the ratings with their effect taken out. */
export function positionLines({ leftWins, contestants }: PositionReport): Part[] {
  const view = viewLines(positionView(leftWins, ENGLISH))
  if (!leftWins) return view
  const points = (value: number) => String(Math.round(value)).replace('-', '−')
  return [
    ...view,
    'Ratings without this effect are estimates beside the board. They name no winner.',
    '',
    {
      titles: ['contestant', 'rating', 'without', '95 %'],
      rows: contestants.map(({ name, rating, controlled, interval }) => [
        name,
        points(rating),
        points(controlled),
        `${points(interval[0])} … ${points(interval[1])}`,
      ]),
    },
  ]
}

export function baselineLines(rows: readonly BaselineWinRate[], baseline: string): Part[] {
  if (rows.length === 0) return [`There are no votes against ${baseline}.`]
  const hasPreference = rows.some(({ preference }) => preference)
  const hasLength = rows.some(({ lengthControlled }) => lengthControlled)
  const head = `Directly against ${baseline}: win rate (a tie is half a win), its standard error and 95 % interval${hasPreference ? '; mean preference, as every vote has one' : ''}${hasLength ? '; win rate at equal length' : ''}. ${boardWords('en').margin.pairs}`
  const titles = ['contestant', 'votes', 'won/lost/tied', 'win rate', 's.e.', '95 %']
  if (hasPreference) titles.push('preferred', 's.e.')
  if (hasLength) titles.push('equal length', '95 %')
  const cells = (row: BaselineWinRate) => {
    const { name, votes, wins, losses, ties, winRate, standardError, interval, wilson } = row
    const cells = [name, String(votes), `${wins}/${losses}/${ties}`, percent(winRate), points(standardError)]
    cells.push(range(interval ?? (ties === 0 ? wilson : null)))
    if (hasPreference)
      cells.push(
        row.preference ? percent(row.preference.winRate) : '',
        points(row.preference?.standardError ?? null),
      )
    const controlled = row.lengthControlled
    if (hasLength)
      cells.push(controlled ? percent(controlled.winRate) : '', range(controlled?.interval ?? null))
    return cells
  }
  return [head, '', { titles, rows: rows.map(cells) }]
}

const points = (standardError: number | null): string =>
  standardError === null ? '' : (100 * standardError).toFixed(2)

const SHOWN = 20

/** What the page says of the fit, and the figures of the test. */
export function modelFitLines(report: ModelFitReport | null): Part[] {
  const view = viewLines(fitView(report, ENGLISH))
  if (!report || report.degreesOfFreedom === 0) return view
  const { chiSquare, degreesOfFreedom, cluster } = report
  return [
    ...view,
    `χ² ${chiSquare.toFixed(1)}, ${countWithNoun(degreesOfFreedom, 'degree')} of freedom, by ${cluster}.`,
  ]
}

const BY: Record<VoterEvidence, string> = {
  voter: 'own votes',
  network: 'its network',
  ring: 'voters of the same battles',
  burst: 'voters of the same time',
  brief: 'voters with few votes',
  everyone: 'all voters',
}

interface Aimed {
  for: string | null
  against: string | null
}

const aimText = ({ for: favoured, against }: Aimed) =>
  favoured === null ? `against ${against}` : `for ${favoured}`

/** What was found among the voters of a file that names them. */
export function attacksLines({ voters, groups, tested }: AttacksReport): Part[] {
  if (tested === 0) return ['Attacks: no vote names its voter (column judge).']
  const head = `Attacks: the votes of ${voters.length} of ${withCommas(tested)} voters look like an attack on a contestant. All votes count.`
  const more = voters.length - SHOWN
  const rows = voters
    .slice(0, SHOWN)
    .map((voter) => [
      voter.voter,
      voter.side === null ? aimText(voter) : `always ${voter.side}`,
      BY[voter.by],
      String(voter.votes),
      voter.side === null ? `${voter.won}–${voter.lost} of ${voter.met}` : '',
    ])
  return [
    head,
    ...(voters.length === 0
      ? []
      : ['', { titles: ['voter', 'aim', 'found by', 'votes', 'won–lost'], rows, names: 3 }]),
    ...(more > 0 ? [`… and ${more} more; --json lists all`] : []),
    ...groups.map(
      (group) =>
        `About ${Math.max(1, Math.round(group.expected))} of ${withCommas(group.voters)} voters (${BY[group.by]}) seem to vote ${aimText(group)} together; it is not known who.`,
    ),
  ]
}

/** The pairs of an arena, with the names of both. */
export const namedMeetings = ({ contestants, pairs }: HeadToHead): Meeting[] =>
  pairs.map(({ a, b, ...counts }) => ({ contestants: [contestants[a]!, contestants[b]!], ...counts }))

const totalVotes = ({ wins, losses, ties }: Meeting): number => wins + losses + ties

/** The votes of each pair, those with the most votes first. */
export function headToHeadLines(meetings: readonly Meeting[]): Part[] {
  if (meetings.length === 0) return ['Head to head: no pair has votes.']
  const rows = meetings
    .toSorted(
      (a, b) => totalVotes(b) - totalVotes(a) || (a.contestants.join() < b.contestants.join() ? -1 : 1),
    )
    .map((meeting) => [
      ...meeting.contestants,
      ...[meeting.wins, meeting.losses, meeting.ties].map(withCommas),
      meeting.wins + meeting.losses > 0 ? percent(meeting.wins / (meeting.wins + meeting.losses)) : '',
    ])
  return [
    'Head to head: how often the first won, lost and tied; its share of wins and losses.',
    '',
    { titles: ['contestant', 'against', 'won', 'lost', 'tied', 'wins'], rows, names: 2 },
  ]
}

const signed = (points: number): string => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(0)}`

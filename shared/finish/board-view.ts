import {
  headline,
  isRated,
  pairwiseLeadText,
  outlook,
  pointsClear,
  caution,
  ruleLine,
  votesForFirstRatings,
  VOTES_FOR_RATING,
  boardWords,
  levelPercent,
  type Headline,
  type Outlook,
  type RuleLine,
} from './headline.ts'
import { halfTiePoints } from '../stats/fit/points.ts'
import { decisionLine, type DecisionLine } from './decision.ts'
import type { FinishBoard, FinishContestant } from './finish-board.ts'
import type { Language } from '../contracts/language.ts'
import { formatFigure } from '../sentence/words.ts'
import { singleLine, displayName } from './text.ts'
import { ticksWithin } from './ticks.ts'

export type { FinishBoard, FinishContestant }

/** A bar on the axis. Positions are shares of the axis, 0 … 1. */
export interface Bar {
  low: number
  high: number
  /** Where it is solid: past the finish line. Null: it ends before the line. */
  past: readonly [from: number, to: number] | null
  /** Whether an end lies beyond the axis, and is drawn as an arrow. */
  leavesLow: boolean
  leavesHigh: boolean
}

export interface Row {
  /** The name as the board has it. */
  key: string
  /** The name as it is shown. */
  name: string
  slug: string | null
  /** "1–3", "1", or "–" if no place is known. */
  place: string
  /** Rounded: "1129". */
  rating: string
  /** Rounded: "1084–1175". Empty without an interval. */
  interval: string
  /** Where the bar lies: wholly past the finish line, across it, or short of it. Null without a bar. */
  edge: 'past' | 'crosses' | 'short' | null
  bar: Bar | null
  /** The rating on the axis, 0 … 1. Null without a rating. */
  tick: number | null
  /** "69 %": wins and half of the ties. Empty without votes. */
  winRate: string
  votes: string
  /** "2", "–", "1", "3": won, lost, tied and all votes. */
  counts: readonly string[]
  /** What a contestant without a rating lacks: "4 of 10 votes". */
  lacks: string | null
  /** The row in words, for those who do not see it. */
  description: string
}

/** Rows under one heading: the dead heat or the leader, those behind, those not rated; or all before first ratings. */
export interface Group {
  kind: 'first' | 'behind' | 'unrated' | 'counts'
  /** "Dead heat for first: 3 of 8". Empty before the first ratings. */
  label: string
  /** What the heading adds in a lighter colour. May be empty. */
  note: string
  /** Rows with a name, highest rating first. Before the first ratings in the order of the board. */
  rows: readonly Row[]
  /** On boards of more than 100: the lower rows, drawn as bars 2 px high. */
  thin: readonly Row[]
}

/** A mark of the axis, at a share of it, 0 … 1. */
export interface Tick {
  position: number
  text: string
}

export interface Axis {
  /** Ratings at the ends of the axis, in points. */
  low: number
  high: number
  ticks: readonly Tick[]
  finishLine: Tick
}

/** Heights in pixels. A row is a multiple of two squares of the chequered line. */
export interface Density {
  kind: 'rows' | 'dense' | 'thin'
  row: number
  bar: number
  square: number
}

/** A board as it is shown: all words, numbers as texts, and places on the axis. */
export interface BoardView {
  board: FinishBoard
  language: Language
  state: FinishBoard['state']
  title: string
  headline: Headline
  rule: RuleLine
  /** What changes how it is read, for pictures that have no room for warnings. Null: nothing does. */
  caution: string | null
  outlook: Outlook | null
  /** When the board decides, or what was decided. Null: it is of a file. */
  decision: DecisionLine | null
  /** "These two alone: gpt-4 is 63 ± 48 points ahead." Empty if no pair of a dead heat of few is told apart by itself. */
  leadAlone: string
  /** "640 votes · 36 voters · 24 prompts · 12 held back" */
  source: string
  groups: readonly Group[]
  /** Null before the first ratings. */
  axis: Axis | null
  /** From the best rival's high end to the finish line: "61 points clear". Only if somebody leads or wins. */
  bracket: { from: number; to: number; text: string } | null
  /** Until the first ratings: "15 of about 60 votes", and its share 0 … 1. */
  progress: { votes: number; needed: number; share: number; text: string; note: string } | null
  density: Density
  /** The number of rated contestants, and of all. */
  rated: number
  all: number
}

const MAX_IN_ROWS = 20
const MAX_DENSE = 100
const DENSITIES: Record<Density['kind'], Density> = {
  rows: { kind: 'rows', row: 40, bar: 18, square: 5 },
  dense: { kind: 'dense', row: 18, bar: 10, square: 3 },
  thin: { kind: 'thin', row: 24, bar: 12, square: 3 },
}
const MAX_TICKS = 8
/** Free at each end of the axis, as a share of what it shows. */
const MARGIN = 0.025
/** The least length of an axis, in points. */
const MIN_SPAN = 10

/** Everything that is shown of a board, in one language. Comparisons use unrounded numbers, texts are rounded. */
export function boardView(board: FinishBoard, language: Language = 'en'): BoardView {
  const say = boardWords(language)
  const hasRatings = board.state !== 'first_votes'
  const rated = board.contestants.filter((contestant) => hasRatings && isRated(contestant)).sort(byRating)
  const unrated = board.contestants.filter((contestant) => !rated.includes(contestant))
  const size = hasRatings ? rated.length : unrated.length
  const density = DENSITIES[size <= MAX_IN_ROWS ? 'rows' : size <= MAX_DENSE ? 'dense' : 'thin']
  const scale = ratingScale(board, rated)
  const isFirst = inFirstPlace(board)
  const rows = {
    first: rated.filter(isFirst),
    behind: rated.filter((contestant) => !isFirst(contestant)),
    unrated,
  }
  const toRow = (contestant: FinishContestant) =>
    rowView(contestant, isFirst(contestant), scale, board, language)
  return {
    board,
    language,
    state: board.state,
    title: singleLine(board.title ?? ''),
    headline: headline(board, language),
    rule: ruleLine(board, language),
    caution: caution(board, language),
    outlook: outlook(board, language),
    decision: decisionLine(board, language),
    leadAlone: pairwiseLeadText(board, language),
    source: [
      say.votes({ count: board.votes }),
      ...(board.voters === null ? [] : [say[board.areJudges ? 'judges' : 'voters']({ count: board.voters })]),
      ...(board.prompts === null ? [] : [say.prompts({ count: board.prompts })]),
      ...(excludedVotes(board) > 0 ? [say.heldBack({ votes: excludedVotes(board) })] : []),
    ].join(' · '),
    groups: groupViews(board, rows, toRow, density, language),
    axis: scale?.axis ?? null,
    bracket: scale && bracketView(board, rows.behind, scale, language),
    progress: hasRatings || board.areAllLeftOut ? null : progressView(board, language),
    density,
    rated: rated.length,
    all: board.contestants.length,
  }
}

/** What is said below the rows: who is ahead where two alone are compared, and how many votes would settle it. */
export const notesBelow = ({ leadAlone, outlook }: BoardView): string[] =>
  [leadAlone, outlook && !outlook.isFirst ? outlook.text : ''].filter(Boolean)

/** "Decides after 1,000 votes · 640 so far · plan sealed 22 Nov", in one line; empty without it. */
export const decisionText = ({ decision }: Pick<BoardView, 'decision'>): string =>
  decision ? joined(decision) : ''

const joined = ({ lead, rest }: DecisionLine) => lead + (lead.endsWith(':') ? ' ' : ' · ') + rest

/** Votes that do not count: in quarantine, over a cap, or on answers that name their models. */
export const excludedVotes = ({ excluded }: Pick<FinishBoard, 'excluded'>): number =>
  excluded ? excluded.quarantined + excluded.leaked + excluded.overCap : 0

const byRating = (a: FinishContestant, b: FinishContestant) => b.rating! - a.rating!

/** Says of a contestant whether it is in the dead heat for first, or the leader. */
function inFirstPlace({ state, leader, deadHeat }: FinishBoard): (contestant: FinishContestant) => boolean {
  const names = new Set(state === 'dead_heat' ? deadHeat : [leader ?? deadHeat[0]])
  return ({ name }) => names.has(name)
}

/** The rows under their headings. Headings without rows are left out. */
function groupViews(
  board: FinishBoard,
  { first, behind, unrated }: Record<'first' | 'behind' | 'unrated', readonly FinishContestant[]>,
  toRow: (contestant: FinishContestant) => Row,
  { kind }: Density,
  language: Language,
): Group[] {
  const say = boardWords(language)
  const rated = first.length + behind.length
  const isThin = kind === 'thin'
  const label = {
    dead_heat: say.groupHeat({ heat: first.length, rated }),
    leads: say.groupLeads,
    wins: say.groupWins,
    first_votes: '',
  }[board.state]
  const [behindLabel, behindNote] =
    board.hasIntervals === false
      ? [say.groupRated, '']
      : [
          kind === 'rows' ? say.groupBehind : say.countBehind({ behind: behind.length, rated }),
          { rows: say.behindNote, dense: '', thin: say.thinBars }[kind],
        ]
  const groups = [
    groupView('first', label, '', first.map(toRow), isThin ? MAX_DENSE : Infinity),
    groupView('behind', behindLabel, behindNote, behind.map(toRow), isThin ? 0 : Infinity),
    board.state === 'first_votes'
      ? groupView('counts', '', '', unrated.map(toRow), MAX_DENSE)
      : groupView('unrated', say.groupUnrated, '', unrated.map(toRow), Infinity),
  ]
  return groups.filter(({ rows, thin }) => rows.length + thin.length > 0)
}

function groupView(
  kind: Group['kind'],
  label: string,
  note: string,
  rows: readonly Row[],
  named: number,
): Group {
  return { kind, label, note, rows: rows.slice(0, named), thin: rows.slice(named) }
}

function progressView(board: FinishBoard, language: Language): BoardView['progress'] {
  const say = boardWords(language)
  const needed = votesForFirstRatings(board)
  const { votes } = board
  return {
    votes,
    needed,
    share: votes / needed,
    text: say.votesUntil({ has: votes, votes: say.votes({ count: needed }) }),
    note: say.untilRatings,
  }
}

interface Scale {
  axis: Axis
  /** The finish line in points. */
  line: number
  /** The place of a rating on the axis, kept within 0 … 1. */
  position: (rating: number) => number
}

const finiteInterval = ({ interval }: FinishContestant) =>
  interval && interval.every(Number.isFinite) ? interval : null

/**
 * The axis of these rated contestants. It has all ratings and half a bar of median length beyond them; it reaches as far
 * as the bars, but at most a whole median bar. Null without a rating.
 */
function ratingScale(board: FinishBoard, rated: readonly FinishContestant[]): Scale | null {
  if (rated.length === 0) return null
  const ratings = rated.map(({ rating }) => rating!)
  const intervals = rated.flatMap((contestant) => [finiteInterval(contestant) ?? []]).filter(isInterval)
  const [lowest, highest] = [minimum(ratings), maximum(ratings)]
  const lows = intervals.map(([low]) => low)
  const medianLength = median(intervals.map(([low, high]) => high - low))
  const isKnown = board.finishLine !== null && Number.isFinite(board.finishLine)
  const line = isKnown ? board.finishLine! : maximum(lows.length > 0 ? lows : ratings)
  const clamp = (end: number, least: number, most: number) => Math.min(most, Math.max(least, end))
  const low = lowest - clamp(lowest - minimum([...lows, lowest]), medianLength / 2, medianLength)
  const high =
    highest +
    clamp(maximum([...intervals.map(([, end]) => end), highest]) - highest, medianLength / 2, medianLength)
  const [from, to] = [Math.min(low, line), Math.max(high, line)]
  const margin = Math.max((to - from) * MARGIN, (MIN_SPAN - (to - from)) / 2)
  const [start, end] = [from - margin, to + margin]
  const position = (rating: number) => clamp((rating - start) / (end - start), 0, 1)
  const ticks = ticksWithin([start, end], MAX_TICKS).map((tick) => ({
    position: position(tick),
    text: pointsText(tick),
  }))
  return {
    axis: { low: start, high: end, ticks, finishLine: { position: position(line), text: pointsText(line) } },
    line,
    position,
  }
}

const isInterval = (ends: readonly number[]): ends is readonly [number, number] => ends.length === 2
const minimum = (values: readonly number[]) =>
  values.reduce((least, value) => Math.min(least, value), Infinity)
const maximum = (values: readonly number[]) =>
  values.reduce((most, value) => Math.max(most, value), -Infinity)

/** @returns 0 for no values */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  if (sorted.length === 0) return 0
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function rowView(
  contestant: FinishContestant,
  isFirst: boolean,
  scale: Scale | null,
  board: FinishBoard,
  language: Language,
): Row {
  const say = boardWords(language)
  const figure = formatFigure(language)
  const { wins: won, losses: lost, votes } = contestant
  const name = contestant.retired
    ? say.retired({ name: displayName(contestant.name) })
    : displayName(contestant.name)
  const tied = Math.max(0, votes - won - lost)
  const texts = {
    key: contestant.name,
    name,
    slug: contestant.slug ?? null,
    winRate: votes > 0 ? say.percent({ percent: Math.round((100 * halfTiePoints(won, tied)) / votes) }) : '',
    votes: figure(votes),
    counts: [...[won, lost, tied].map((count) => (count > 0 ? figure(count) : '–')), figure(votes)],
  }
  if (!scale || !isRated(contestant)) {
    const lacks = board.state === 'first_votes' ? null : lackText(contestant, language)
    const description = `${name}: ${lacks ?? say.describeRecord({ count: won, lost, tied })}.`
    return {
      ...texts,
      place: '–',
      rating: '–',
      interval: '',
      edge: null,
      bar: null,
      tick: null,
      lacks,
      description,
    }
  }
  const ends = board.hasIntervals === false ? null : finiteInterval(contestant)
  const edge = ends && (isFirst ? (ends[0] >= scale.line ? 'past' : 'crosses') : 'short')
  const place = placeText(contestant.place)
  const rating = pointsText(contestant.rating!)
  const interval = ends ? intervalText(ends) : ''
  const description = [
    say.describePlace({ place }),
    say.describeRating({ rating }),
    ...(edge ? [`${say.interval({ level: levelPercent(board.level) })} ${interval}`, say.edge[edge]] : []),
  ].join(', ')
  return {
    ...texts,
    place,
    rating,
    interval,
    edge,
    bar: ends && barView(ends, isFirst, scale),
    tick: scale.position(contestant.rating!),
    lacks: null,
    description: `${name}: ${description}.`,
  }
}

function barView(
  [low, high]: readonly [number, number],
  isFirst: boolean,
  { axis, line, position }: Scale,
): Bar {
  const linePosition = position(line)
  const [from, to] = [position(low), position(high)]
  return {
    low: isFirst ? from : Math.min(from, linePosition),
    high: isFirst ? Math.max(to, linePosition) : Math.min(to, linePosition),
    past: isFirst ? [Math.max(from, linePosition), Math.max(to, linePosition)] : null,
    leavesLow: low < axis.low,
    leavesHigh: high > axis.high,
  }
}

function bracketView(
  { state, clearBy }: FinishBoard,
  behind: readonly FinishContestant[],
  { line, position }: Scale,
  language: Language,
): BoardView['bracket'] {
  const highest = maximum(behind.map((contestant) => finiteInterval(contestant)?.[1] ?? contestant.rating!))
  if ((state !== 'leads' && state !== 'wins') || behind.length === 0 || highest >= line) return null
  const text = boardWords(language).pointsClear({ count: pointsClear(clearBy ?? line - highest) })
  return { from: position(highest), to: position(line), text }
}

function lackText({ status, votes }: FinishContestant, language: Language): string {
  const say = boardWords(language)
  if (status === 'not_linked') return say.notLinked
  const least = say.votes({ count: VOTES_FOR_RATING })
  if (votes < VOTES_FOR_RATING) return say.tooFewVotes({ has: votes, votes: least })
  return say.tooFewLinked({ votes: least })
}

export function placeText(place: FinishContestant['place']): string {
  if (place === null) return '–'
  const [best, worst] = place
  return best === worst ? String(best) : `${best}–${worst}`
}

/** Ratings beyond this size, in points, are written as powers of ten. */
const VAST = 1e6

/** A rating in whole points, with a minus sign if it is negative. */
export function pointsText(points: number): string {
  const text = Math.abs(points) < VAST ? String(Math.round(points) + 0) : points.toExponential(1)
  return text.replaceAll('-', '−')
}

function intervalText([low, high]: readonly [number, number]): string {
  // beside a minus sign a dash needs room
  return [pointsText(low), pointsText(high)].join(low < 0 || high < 0 ? ' – ' : '–')
}

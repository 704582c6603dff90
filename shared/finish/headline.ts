/** What a board says in words. Page, picture, terminal and Markdown all use these functions. */
import type { Board } from '../contracts/board.ts'
import { locale, type Language } from '../contracts/language.ts'
import type { FinishBoard } from './finish-board.ts'
import { columnWidth, shortName } from './text.ts'
import { oneDigit } from '../sentence/count.ts'
import { formatFigure } from '../sentence/words.ts'
import { boardWords, levelPercent } from './words.ts'

export { boardWords, levelPercent }

/** A contestant is rated from so many votes that link it to the largest group. */
export const VOTES_FOR_RATING = 10
/** With so many votes for each contestant, half of more than two are rated in 9 of 10 boards of random pairs. */
const VOTES_EACH = 7
/** Headlines name at most so many, and count more; also fewer whose names are longer together, in columns of a terminal. */
const MAX_NAMED = 3
const LONGEST_NAMED = 90
/** The longest name in a headline, in columns. */
const LONGEST_NAME = 60

/** About how many votes a board needs for its first ratings: more than it has, in tens. */
export const votesForFirstRatings = ({ contestants, votes }: FinishBoard): number =>
  roundedUp(Math.max(votesForRatings(contestants.length), votes + 1))

/** The same for an arena of so many contestants that has no votes yet. */
export const votesForEmptyArena = (contestants: number): number => roundedUp(votesForRatings(contestants))

const votesForRatings = (contestants: number): number =>
  contestants <= 2 ? VOTES_FOR_RATING : VOTES_EACH * contestants

const roundedUp = (votes: number): number => Math.ceil(votes / 10) * 10

export interface Headline {
  /** The state, shown in bold and in its colour: "Dead heat." */
  lead: string
  /** What follows it. May be empty. */
  rest: string
}

interface HeadlineOptions {
  /** Counts those in a dead heat instead of naming up to three. */
  isCounted?: boolean
  /** Shortens names. By default they are whole, in one line, unless they are very long. */
  formatName?: (name: string) => string
}

/** The sentence of a board. It never says more than the overlap of its bars. */
export function headline(
  board: FinishBoard,
  language: Language = 'en',
  { isCounted = false, formatName = (name) => shortName(name, LONGEST_NAME) }: HeadlineOptions = {},
): Headline {
  const say = boardWords(language)
  const { closedAt } = board
  if (!closedAt) return stateHeadline(board, language, isCounted, formatName)
  const { lead, rest } = stateHeadline(board, language, isCounted, formatName)
  const day = longDay(closedAt, language)
  const closed =
    board.votes > 0
      ? say.closedAfter({ day, votes: say.votes({ count: board.votes }) })
      : say.closedOn({ day })
  return {
    lead: [closed, board.state === 'first_votes' && board.votes > 0 ? '' : lead].filter(Boolean).join(' '),
    rest,
  }
}

/** 3 May 2024, 3. Mai 2024 */
export const longDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(locale(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(day))

function stateHeadline(
  board: FinishBoard,
  language: Language,
  isCounted: boolean,
  formatName: (name: string) => string,
): Headline {
  const say = boardWords(language)
  const isClosed = Boolean(board.closedAt)
  if (board.areAllLeftOut) return { lead: say.noneCounts, rest: say.judgesFailed }
  if (board.votes === 0) return { lead: isClosed ? say.noVotes : say.noVotesYet, rest: '' }
  if (board.hasIntervals === false) return { lead: say.noIntervals, rest: say.nothingSaid }
  if (board.state === 'first_votes')
    return {
      lead: say.firstVotes({ count: board.votes }),
      rest: isClosed ? say.tooFewForRatings : say.firstRatings({ votes: votesForFirstRatings(board) }),
    }
  const scope = boardScope(board, language)
  const withScope = (lead: string, within = lead) =>
    scope === null ? lead : say.scoped({ scope: upperCased(scope), lead: within })
  if (board.state === 'dead_heat') {
    const heat = board.deadHeat.length
    const names = heat > MAX_NAMED || isCounted ? [] : board.deadHeat.map(formatName)
    const isNamed = names.length > 0 && columnWidth(names.join('')) <= LONGEST_NAMED
    return {
      lead: withScope(say.deadHeat, say.deadHeatScoped),
      rest: isNamed
        ? say.crossTogether({ count: names.length, names })
        : countCrosses(heat, countRated(board), say),
    }
  }
  const leader = formatName(board.leader ?? board.deadHeat[0] ?? '')
  const isOpen = board.state === 'leads' && board.looks === 'any' && !isClosed && !board.decides?.decided
  return {
    lead: withScope(say[board.state][board.clearBy === null ? 'alone' : 'ahead']({ name: leader })),
    rest: [
      ...(board.clearBy === null ? [] : [say.clearBy({ count: pointsClear(board.clearBy) })]),
      ...(isOpen ? [say.notDecided] : []),
    ].join(' '),
  }
}

function countCrosses(heat: number, rated: number, say: ReturnType<typeof boardWords>): string {
  if (heat === 0) return ''
  return heat === rated ? say.allCross({ count: heat }) : say.someCross({ count: heat, rated })
}

const upperCased = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** For whom alone a board speaks: "among these 7 people". Null: for others like them, too. */
export function boardScope(board: FinishBoard, language: Language): string | null {
  const { speaksFor, units, voters, prompts } = board
  const say = boardWords(language)
  if (speaksFor === null) return null
  const on = prompts === null ? say.onThese : say.on({ count: prompts })
  if (speaksFor === 'these_prompts') return on
  const among = voters === null ? say.amongThese : say.among({ count: voters })
  // without any unit the prompts are too few as well
  const areBothFew = units.length === 0 && prompts !== null
  return areBothFew ? say.both({ among, on }) : among
}

/**
 * What changes how the board is read, in a few words, for pictures that have no room for its warnings. A board that speaks for few
 * says so in its headline. Null: nothing does.
 */
export function caution({ warnings = [], speaksFor, votes }: FinishBoard, language: Language): string | null {
  if (votes === 0) return null
  const { caution: say } = boardWords(language)
  const names = warnings.flatMap(({ code, finding }) => [finding?.code, code])
  const kinds = Object.keys(say) as (keyof typeof say)[]
  const found = kinds.find((kind) => names.includes(kind) && !(kind === 'few_units' && speaksFor !== null))
  return found ? say[found] : null
}

/** A gap in whole points. 0: it is smaller than a point. */
export const pointsClear = (points: number): number => (points < 1 ? 0 : Math.round(points))

export const isRated = ({ status, rating }: FinishBoard['contestants'][number]): boolean =>
  status === 'rated' && rating !== null && Number.isFinite(rating)

const countRated = ({ contestants }: FinishBoard) => contestants.filter(isRated).length

export interface RuleLine {
  /** The rule itself, shown in bold. Empty before the first ratings. */
  lead: string
  /** What the bars are, and who is too few. */
  rest: string
  /** The same as `rest` where there is little room. */
  short: string
}

/** The one line that explains every bar, with the kinds of units that were resampled. */
export function ruleLine(board: FinishBoard, language: Language = 'en'): RuleLine {
  const say = boardWords(language)
  if (board.votes === 0 || board.hasIntervals === false) return { lead: '', rest: '', short: '' }
  if (board.state === 'first_votes') return { lead: '', rest: say.countsAlone, short: say.countsAlone }
  const { level, units, speaksFor, voters, prompts } = board
  const kinds = (['prompt', 'voter'] as const).filter((kind) => units.includes(kind))
  const over = kinds.length > 0 ? kinds.map((kind) => say.over[kind]) : [say.over.vote]
  const tooFew =
    speaksFor &&
    ` ${say.tooFew[speaksFor]({ count: (speaksFor === 'these_people' ? voters : prompts) ?? 0 })}`
  return {
    lead: say.rule,
    rest: say.bars({ level: levelPercent(level), over }) + (tooFew ?? ''),
    short: say.barsShort({ level: levelPercent(level) }) + (tooFew ?? ''),
  }
}

/** Up to three names as they are shown, and how many more there are. */
export function displayNames(names: readonly string[], language: Language): string[] {
  const more = names.length - MAX_NAMED
  const named = names.slice(0, MAX_NAMED).map((name) => shortName(name, LONGEST_NAME))
  return more > 0 ? [...named, boardWords(language).changed.others({ count: more })] : named
}

export interface Outlook {
  text: string
  /** Whether it is said before all else: more votes alone would decide nothing. */
  isFirst: boolean
}

/** What would settle a dead heat. Null: nothing is known that would, or voting has ended. */
export function outlook({ settle, closedAt }: FinishBoard, language: Language = 'en'): Outlook | null {
  if (!settle || closedAt) return null
  const { by, votes, prompts, voters } = settle
  const about = (count: number | null | undefined) => oneDigit(count ?? votes, formatFigure(language))
  return {
    text: boardWords(language).settle[by]({
      votes: about(votes),
      prompts: about(prompts),
      voters: about(voters),
    }),
    isFirst: by !== 'votes',
  }
}

/** Who is ahead in a dead heat of two or three where only these two are compared. Empty if nobody is. */
export function pairwiseLeadText({ leadsAlone, deadHeat }: FinishBoard, language: Language = 'en'): string {
  const [clearest] = leadsAlone ?? []
  if (!clearest) return ''
  const { ahead, behind, points, margin } = clearest
  const formatName = (name: string) => shortName(name, LONGEST_NAME)
  const say = boardWords(language)
  const values = { ahead: formatName(ahead), points: Math.round(points), margin: Math.round(margin) }
  return deadHeat.length === 2
    ? say.leadsAlone(values)
    : say.leadsAloneNamed({ ...values, behind: formatName(behind) })
}

type Outcome = Pick<FinishBoard, 'state' | 'leader' | 'deadHeat'>

/**
 * What stands below a board in small print:
 * - for whom and for how many looks its bars hold
 * - what a lead rests on if the leader has lost no vote
 * - who would be first with the votes in quarantine
 */
export function smallPrint(board: Board, language: Language = 'en'): string[] {
  const say = boardWords(language)
  const { withQuarantined, excluded } = board
  const hasBars = board.intervals !== null && board.state !== 'first_votes'
  const lines = [...(hasBars ? [say.margin.board[board.looks ?? 'one']] : []), ...leadNotes(board, language)]
  if (withQuarantined) lines.push(quarantineLine(board, withQuarantined, excluded.quarantined, language))
  return lines
}

/** What a leader that lost nothing owes to the reader of a board that somebody may look at any time. */
export function leadNotes(
  board: Pick<Board, 'leader' | 'looks'> & {
    contestants: readonly Pick<Board['contestants'][number], 'name' | 'losses' | 'ties'>[]
    warnings: readonly Pick<Board['warnings'][number], 'code'>[]
  },
  language: Language = 'en',
): string[] {
  const { leader, looks, contestants, warnings } = board
  const say = boardWords(language)
  // people and judges together never win
  const isMixed = warnings.some(({ code }) => code === 'mixed_sources')
  if (leader === null || looks !== 'any' || isMixed) return []
  const first = contestants.find(({ name }) => name === leader)
  const isUnbeaten = first !== undefined && first.losses === 0 && first.ties === 0
  return isUnbeaten ? [say.unbeaten({ name: shortName(leader, LONGEST_NAME) })] : []
}

function quarantineLine(board: Outcome, outcome: Outcome, votes: number, language: Language): string {
  const { quarantined: say, ...words } = boardWords(language)
  const inQuarantine = words.inQuarantine({ count: votes })
  const { state, leader, deadHeat } = outcome
  const isSame =
    state === board.state &&
    deadHeat.length === board.deadHeat.length &&
    deadHeat.every((name) => board.deadHeat.includes(name))
  if (isSame) return say.same({ inQuarantine })
  const names = leader === null ? deadHeat : [leader]
  return say[state]({ inQuarantine, names: displayNames(names, language) })
}

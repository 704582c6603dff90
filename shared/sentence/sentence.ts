/** The headline of a board in plain words. Page, terminal, Markdown and text all use this function. */
import type { Board, BoardContestant, WayToWinner } from '../contracts/board.ts'
import { listed, MOST_LISTED, withCommas } from './count.ts'
import { hasTooFewVotes, isLittleKnown, isPlaced, untilFirstRatings, type Placed } from './too-few-votes.ts'
import { words, type Language } from './words/index.ts'

export interface Sentence {
  /** The result itself, shown in bold: "X leads." or "No winner yet." */
  lead: string
  /** The reason after it. May be empty. */
  rest: string
}

/**
 * The sentence above a board, with all that is known of a dead heat. It never claims more than the comparison intervals show.
 * @param closedAt since when people can no longer vote; null: they can
 */
export function sentence(board: Board, language: Language = 'en', closedAt: string | null = null): Sentence {
  const { lead, rest, second, more } = shortSentence(board, language, closedAt)
  return { lead, rest: [rest, second, more].filter(Boolean).join(' ') }
}

/** A sentence in parts: on a board of many `second` is its second line; `more` says what would settle a dead heat. */
type ShortSentence = Sentence & { second?: string; more: string }

/** The same sentence in parts, of which `more` stands apart and may be empty. */
export function shortSentence(
  board: Board,
  language: Language = 'en',
  closedAt: string | null = null,
): ShortSentence {
  const say = words[language]
  if (closedAt === null) return saidBy(board, say)
  const said = saidBy(board, { ...say, ...say.closed }, true)
  return { ...said, lead: say.closed.on(longDay(closedAt, language), board.votes, said.lead) }
}

/** 3 May 2024, 3. Mai 2024 */
export const longDay = (at: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(at))

type Words = (typeof words)[Language]

/** @param say the words; those of a board to which no more votes come say no "yet" and go on after a colon */
function saidBy(board: Board, say: Words, isClosed = false): ShortSentence {
  const only = (lead: string, rest = '') => ({ lead, rest, more: '' })
  if (board.votes === 0) return only(say.noVotes)
  if (board.method !== 'bradley-terry') return only(say.nothingDeclared, say.declaresNothing)
  const rated = board.contestants.filter(({ status }) => status === 'rated')
  if (
    board.whyNot?.reason === 'pairing' &&
    board.k !== null &&
    board.contestants.every(({ comparison }) => comparison === null)
  )
    return only(say.nothingDeclared, say.pairingFollows)
  if (board.whyNot?.reason === 'failures')
    return only(say.nothingDeclared, say.failuresHit(board.whyNot.contestants[0]))
  if (board.whyNot?.reason === 'family')
    return only(say.nothingDeclared, say.heldByFamily(board.whyNot.contestants[0]))
  if (board.rounds < 2 || rated.some(({ comparison }) => comparison === null)) return only(say.notComputed)
  if (board.winner !== null) return only(say.leads(board.winner), say.intervalAbove(everyOther(board, say)))
  if (board.speaksFor?.winner !== undefined)
    return only(say.leadsAmong(board.speaksFor.winner, board.speaksFor.voters), say.tooFewPeople)
  if (board.deadHeatForFirst.length > 0)
    return {
      lead: say.noWinner,
      ...(isLittleKnown(board)
        ? littleKnown(board, say, isClosed)
        : { ...deadHeat(board, rated.length, say), more: whyNoWinner(board, say, isClosed) }),
    }
  return only(say.nobodyRated, say.noLink)
}

/** That nobody has a rating, and after how many votes the first will. */
function littleKnown(board: Board, say: Words, isClosed: boolean): Pick<ShortSentence, 'rest' | 'more'> {
  const until = isClosed ? null : untilFirstRatings(board)
  return {
    rest: say.littleKnown,
    more: until ? say.untilFirstRatings(until.of - until.votes) : whyNoWinner(board, say, isClosed),
  }
}

/** Those the winner is above. Contestants without a link to the rated ones cannot be compared with it. */
function everyOther({ contestants }: Board, say: Words): string {
  const apart = contestants.filter(({ reason }) => reason === 'disconnected').map(({ name }) => name)
  if (apart.length === 0) return say.everyOther
  return say.everyComparable + say.notLinked(shortly(apart, say))
}

/** Who is rated highest of a dead heat, and who else may be first; or its size, if nobody is rated highest. */
function deadHeat(board: Board, rated: number, say: Words): Omit<ShortSentence, 'lead' | 'more'> {
  const places = placesOf(board)
  // one alone that may be first beside others without a rating is no dead heat of many
  if (places && places.first > 1) return heatOfMany(places, say)
  const names = [...mayBeFirst(board)]
  const [highest, second] = placedInHeat(board, names)
  // One rating alone is no highest. Ratings that look equal on the board are not told apart.
  const areSeveral = board.contestants.filter(isPlaced).length > 1
  if (highest && areSeveral && !(second && Math.round(second.rating) === Math.round(highest.rating))) {
    const others = names.filter((name) => name !== highest.name)
    const who = others.length < MOST_LISTED ? listed(others, say.and) : say.others(others.length)
    return { rest: say.highestBut(highest.name, who, others.length) }
  }
  const all = rated + unratedIn(board, names)
  const who = names.length <= MOST_LISTED ? listed(names, say.and) : say.someOf(names.length, all)
  return { rest: say.deadHeat(who) }
}

/** How many of many may be first, and how the highest rated compares. Equal ratings are not told apart. */
function heatOfMany({ rows, first, known }: Places, say: Words) {
  const all = rows.length
  if (known === 0) return { rest: say.allMayBeFirst(all) }
  const rest = say.ofMany(first, all)
  const [highest, next] = rows.toSorted((a, b) => b.contestant.rating - a.contestant.rating)
  if (Math.round(highest.contestant.rating) === Math.round(next.contestant.rating)) return { rest }
  const [above, below] = [all - highest.worst, highest.best - 1]
  return { rest, second: say.highestOfMany(highest.contestant.name, above, below, all - 1) }
}

/** Those of the dead heat that have a number on the board, highest first. */
function placedInHeat({ contestants }: Board, names: readonly string[]): Placed[] {
  const inHeat = new Set(names)
  return contestants
    .filter(isPlaced)
    .filter(({ name }) => inHeat.has(name))
    .sort((a, b) => b.rating - a.rating)
}

/** The one thing that stands in the way of a winner, and what would name one; empty if it is not known, or said already. */
function whyNoWinner(board: Board, say: Words, isClosed: boolean): string {
  const { whyNot, prompts, groups, voters } = board
  const areGrouped = groups !== undefined
  if (!whyNot || whyNot.reason === 'failures' || whyNot.reason === 'family') return ''
  const { reason, contestants, ways } = whyNot
  if (reason === 'equal')
    return say.equal(mayBeFirst(board).size === 2 ? say.theTwo : listed(contestants, say.and))
  if (reason === 'pairing') return say.pairingMayFollow
  if (reason === 'links') return say.notCompared(shortly(contestants, say), contestants.length)
  const others = cheapest(ways.filter(({ by }) => by !== 'votes'))
  const votes = ways.find(({ by }) => by === 'votes')?.votes.likely ?? null
  const isDear = votes === null || (others !== null && others.votes.likely! < votes / DEAR)
  if (isClosed) {
    const units = (['prompts', 'voters'] as const).filter(
      (kind) => kind === reason || (isDear && others?.[kind]),
    )
    const missing = units.map((kind) => say.kinds[kind](areGrouped))
    return say.missing(listed(missing, say.and) || say.kinds.votes)
  }
  if (ways.length === 0) return say.more[reason](areGrouped)
  if (reason !== 'votes') {
    if (!others) return say.tooMany
    const tooFew = say.tooFew[reason]((reason === 'prompts' ? (groups ?? prompts) : voters) ?? 0, areGrouped)
    return `${tooFew} ${say.willTake(inUnits(others, areGrouped, say))}`
  }
  const offered = [
    ...(votes === null ? [] : [say.moreVotes(amount(votes, say))]),
    ...(others && isDear ? [inUnits(others, areGrouped, say)] : []),
  ]
  return offered.length > 0 ? say.willTake(offered.join(say.orElse)) : say.tooMany
}

/** New prompts or voters are named beside votes on the same ones if these would have to be so many times as many. */
const DEAR = 2

function unratedIn({ contestants }: Board, names: Iterable<string>): number {
  const among = new Set(names)
  return contestants.filter(({ name, status }) => status !== 'rated' && among.has(name)).length
}

/** The new units with which the fewest votes are needed. Null if none are known to suffice. */
function cheapest(ways: readonly WayToWinner[]): WayToWinner | null {
  return ways
    .filter(({ votes }) => votes.likely !== null)
    .reduce<WayToWinner | null>(
      (best, way) => (best && best.votes.likely! <= way.votes.likely! ? best : way),
      null,
    )
}

function inUnits({ prompts, voters }: WayToWinner, areGrouped: boolean, say: Words): string {
  const [ofPrompts, ofVoters] = [prompts, voters].map((range) => range && amount(range.likely!, say))
  if (ofPrompts && ofPrompts === ofVoters) return say.moreOfBoth(ofPrompts, areGrouped)
  const parts = [
    ...(ofPrompts ? [say.morePrompts(ofPrompts, areGrouped)] : []),
    ...(ofVoters ? [say.moreVoters(ofVoters)] : []),
  ]
  return parts.join(` ${say.and} `)
}

/** A number known only to a factor of ten or so is given as an order of magnitude. */
function amount(count: number, { amounts: say }: Words): string {
  if (count < 8) return say.few
  if (count < 80) return say.about(Math.max(10, Math.round(count / 10) * 10))
  if (count < 150) return say.hundred
  if (count < 800) return say.hundreds
  if (count < 1500) return say.thousand
  if (count < 10_000) return say.thousands
  if (count < 100_000) return say.tensOfThousands
  return count < 1_000_000 ? say.hundredsOfThousands : say.millions
}

/** Who may be first, as far as the sentence of the board declares it. */
export interface FirstPlace {
  /** Who leads, in general or among the few people who voted. */
  leader: string | null
  /** `firstAmong`. */
  among: number | null
  /** Everyone in the dead heat for first; empty if somebody leads, or nothing is declared. */
  deadHeat: readonly string[]
}

/** Who leads, in general or at least among the few people who voted; null: nobody that the board can name. */
export const leaderOf = ({ winner, speaksFor }: Pick<Board, 'winner' | 'speaksFor'>): string | null =>
  winner ?? speaksFor?.winner ?? null

/** Whether the board compares its rated contestants: not if results decided who met whom, or failures hit one of them. */
export const hasComparisons = ({ contestants }: Pick<Board, 'contestants'>): boolean =>
  contestants.every(({ status, comparison }) => status !== 'rated' || comparison !== null)

/** The first place of a board, for places without room for its sentence. It claims no more than `sentence`. */
export function firstPlace(board: Board): FirstPlace {
  const declares =
    board.votes > 0 && board.method === 'bradley-terry' && board.rounds >= 2 && hasComparisons(board)
  if (!declares) return { leader: null, among: null, deadHeat: [] }
  const leader = leaderOf(board)
  const inHeat = leader === null && !isLittleKnown(board)
  return { leader, among: firstAmong(board), deadHeat: inHeat ? [...mayBeFirst(board)] : [] }
}

export interface Piece {
  text: string
  /** Whether it is a contestant's name, which is marked up as a name. */
  isName: boolean
}

/** A placeholder for a name: the number of a contestant between two noncharacters, which occur in no text. */
const NUMBER = /\ufdd0(\d+)\ufdd1/

/** The parts of the headline of a board in a language, and what else is known, split into names and other text. */
export function headline(
  board: Board,
  language: Language = 'en',
  closedAt: string | null = null,
): Record<'lead' | 'rest' | 'second' | 'more', Piece[]> {
  const names = board.contestants.map(({ name }) => name)
  const { lead, rest, second = '', more } = shortSentence(numbered(board), language, closedAt)
  const split = (text: string) => pieces(text, names)
  return { lead: split(lead), rest: split(rest), second: split(second), more: split(more) }
}

function numbered(board: Board): Board {
  const numbers = new Map(board.contestants.map(({ name }, i) => [name, `\ufdd0${i}\ufdd1`]))
  const numberOf = (name: string) => numbers.get(name) ?? name
  return {
    ...board,
    winner: board.winner === null ? null : numberOf(board.winner),
    ...(board.speaksFor?.winner !== undefined && {
      speaksFor: { ...board.speaksFor, winner: numberOf(board.speaksFor.winner) },
    }),
    deadHeatForFirst: board.deadHeatForFirst.map(numberOf),
    contestants: board.contestants.map((row) => ({ ...row, name: numberOf(row.name) })),
  }
}

function pieces(text: string, names: readonly string[]): Piece[] {
  return text
    .split(NUMBER)
    .map((part, i) =>
      i % 2 === 1 ? { text: names[Number(part)], isName: true } : { text: part, isName: false },
    )
    .filter((piece) => piece.text !== '')
}

/** With fewer prompts or voters, more votes on the same ones help little, so the line names them. */
const FEW_UNITS = 10

/** What a board counts as one: its cluster, or groups in place of prompts. */
export type Unit = Board['cluster'] | 'group'
export const unitOf = ({ cluster, groups }: Pick<Board, 'cluster'> & { groups?: number | undefined }): Unit =>
  cluster === 'prompt' && groups !== undefined ? 'group' : cluster

/** What a contestant without a shown number still needs, in one plain line. Null if its number is shown. */
export function stillNeeds(
  contestant: BoardContestant,
  ties: Board['ties'] = 'half',
  language: Language = 'en',
  unit: Unit = 'vote',
): string | null {
  const say = words[language]
  const half = ties === 'half'
  const { status, reason, votes, units } = contestant
  if (hasTooFewVotes(contestant)) {
    const isByUnit = unit !== 'vote' && unit !== 'both' && units < FEW_UNITS && units < votes
    return isByUnit ? say.tooFewUnits[unit](votes, units) : say.tooFewVotes(votes)
  }
  if (status === 'rated') return null
  // An unrated contestant with votes has only ties, on a board that ignores ties.
  if (status === 'unrated') return votes > 0 ? say.nothingButTies(votes) : say.noVotesYet
  if (reason === 'unbeaten') return say.unbeaten(votes, half)
  if (reason === 'winless') return say.winless(votes, half)
  return say.disconnected
}

/** The headline of a board in a few words, and the name in it: "Warm-v3 leads", "dead heat: 3 of 8". */
interface FewWords {
  /** The winner's name, which comes first. Null if there is no winner. */
  name: string | null
  words: string
}

/** A short form of `sentence`. It claims no more than that. @param isClosed whether people can no longer vote */
export function fewWords(board: Board, isClosed = false): FewWords {
  const nameless = (words: string): FewWords => ({
    name: null,
    words: isClosed ? words.replace(/ yet$/, '') : words,
  })
  const verb = isClosed ? 'won' : 'leads'
  if (board.votes === 0) return nameless('no votes yet')
  if (board.method !== 'bradley-terry') return nameless('nothing declared')
  const rated = board.contestants.filter(({ status }) => status === 'rated')
  if (board.rounds < 2 || rated.some(({ comparison }) => comparison === null))
    return nameless('nothing declared')
  if (board.winner !== null) return { name: board.winner, words: verb }
  const { winner: among, voters = 0 } = board.speaksFor ?? {}
  if (among !== undefined)
    return { name: among, words: voters === 1 ? `${verb} for 1 person` : `${verb} among ${voters} people` }
  if (isLittleKnown(board)) return nameless('too little known')
  const heat = mayBeFirst(board)
  if (heat.size > 0) {
    const places = placesOf(board)
    const isOfMany = places !== null && places.first > 1
    const compared = isOfMany ? places.rows.length : rated.length + unratedIn(board, heat)
    const others = board.contestants.length - compared
    const notRated =
      others > 0 ? `, ${withCommas(others)} ${others === 1 ? 'other' : 'others'} not rated` : ''
    return nameless(
      `dead heat: ${withCommas(isOfMany ? places.first : heat.size)} of ${withCommas(compared)}${notRated}`,
    )
  }
  return nameless(rated.length > 0 ? 'no winner yet' : 'nobody rated yet')
}

const NAMED_OF_MANY = 3

/** All names, or the first few and a count: A, B, C and 1,497 others. */
export const listedShortly = (names: readonly string[], language: Language = 'en'): string =>
  shortly(names, words[language])

function shortly(names: readonly string[], { and, others }: Pick<Words, 'and' | 'others'>): string {
  if (names.length <= MOST_LISTED) return listed(names, and)
  return listed([...names.slice(0, NAMED_OF_MANY), others(names.length - NAMED_OF_MANY)], and)
}

/** The line: the highest lower end of the comparison intervals. Whoever's thin whisker reaches it may be first. Null: there are none. */
export function lineOf({ contestants }: Pick<Board, 'contestants'>): number | null {
  return contestants.reduce<number | null>((highest, { comparison }) => {
    const low = comparison?.[0] ?? null
    return low !== null && Number.isFinite(low) && low > (highest ?? -Infinity) ? low : highest
  }, null)
}

/** The contestant that leads, if its thick bar says so: then it has no thin whisker, since all its orders are known. */
export function shownFirst(board: Board): BoardContestant | null {
  const leader = leaderOf(board)
  return board.contestants.find(({ name, first }) => name === leader && first) ?? null
}

/** How many people a board speaks for, if it speaks for these alone and one leads among them; its picture is hollow then. */
export function firstAmong(board: Pick<Board, 'winner' | 'speaksFor'>): number | null {
  return board.winner === null && leaderOf(board) !== null ? (board.speaksFor?.voters ?? null) : null
}

/** The line of a board's picture: the lower end of the leader's thick bar, else `lineOf`. */
export const firstLineOf = (board: Board): number | null => shownFirst(board)?.first?.[0] ?? lineOf(board)

/**
 * Of those who cannot be excluded from first place, the ones that a board names. Those without a rating, of whom nothing is
 * known yet, are named only where fewer than two others may be first.
 */
export function heatForFirst(names: readonly string[], contestants: readonly BoardContestant[]): string[] {
  const placed = new Set(contestants.filter(isPlaced).map(({ name }) => name))
  const known = names.filter((name) => placed.has(name))
  return known.length > 1 ? known : [...names]
}

/** Names of all that may be first, for every surface, of boards that were stored before too: who leads, or the dead heat for first. */
export function mayBeFirst(board: Board): ReadonlySet<string> {
  const leader = leaderOf(board)
  return new Set(leader === null ? heatForFirst(board.deadHeatForFirst, board.contestants) : [leader])
}

/** Names of those whose marks are accented: all that may be first, but none of many that all may be. */
export function accented(board: Board): ReadonlySet<string> {
  const first = mayBeFirst(board)
  const rated = board.contestants.filter(isPlaced).length
  return rated > MANY && first.size >= rated ? new Set() : first
}

/** Whether a board shows one above another: their thin whiskers do not touch, or it leads. No surface shows another order. */
export function isShownAbove(board: Board): (name: string, other: string) => boolean {
  const leader = leaderOf(board)
  const spans = new Map(
    board.contestants.flatMap(({ name, comparison }) => (comparison ? [[name, comparison] as const] : [])),
  )
  return (name, other) => {
    const [own, its] = [spans.get(name), spans.get(other)]
    if (!own || !its || name === other) return false
    return name === leader || (other !== leader && (own[0] ?? -Infinity) > (its[1] ?? Infinity))
  }
}

/** What the thick bars say about first place, and the thin ones about orders. */
export interface Findings {
  /** Who leads, or the highest rated. Null: thick bars do not answer who is first. */
  highest: string | null
  isFirst: boolean
  /** `firstAmong`. */
  among: number | null
  /** Pairs of which the order is shown, and all pairs. */
  ordered: number
  pairs: number
}

/** What the picture of a board shows, counted. */
export function findingsOf(board: Board): Findings {
  const rated = board.contestants.filter(({ rankInterval }) => rankInterval !== null)
  const leader = shownFirst(board)
  const drawn = rated.filter(({ first }) => first !== undefined)
  const [highest] = leader ? [leader] : drawn
  return {
    highest: highest?.name ?? null,
    isFirst: leader !== null,
    among: firstAmong(board),
    ordered: rated.reduce((sum, { rankInterval }) => sum + rankInterval![0] - 1, 0),
    pairs: (rated.length * (rated.length - 1)) / 2,
  }
}

/** A board of more rated contestants is one of many: its picture shows places. */
export const MANY = 20

/** The places that a contestant may have among all that are rated: one more than are above it, to all but those below it. */
export interface Place {
  contestant: Placed
  best: number
  worst: number
  /** Whether it may be first, or leads. */
  isFirst: boolean
}

/** The picture of a board of many. */
export interface Places {
  /** By the best place, then the worst, then the rating. */
  rows: readonly Place[]
  /** How many of them may be first. */
  first: number
  /** Pairs of which the order is shown. */
  known: number
}

/**
 * The places of the rated contestants of a board of many, among themselves. Null: there are not so many, or they were
 * not compared. Who is shown to be below somebody without a rating may not be first either.
 */
export function placesOf(board: Board): Places | null {
  const rated = board.contestants.filter(isPlaced)
  const all = rated.length
  if (all <= MANY || rated.some(({ comparison }) => comparison === null)) return null
  const mayWin = mayBeFirst(board)
  const lows = Float64Array.from(rated, ({ comparison }) => comparison![0] ?? -Infinity).sort()
  const highs = Float64Array.from(rated, ({ comparison }) => comparison![1] ?? Infinity).sort()
  const rows = rated.map((contestant): Place => {
    const [low, high] = [contestant.comparison![0] ?? -Infinity, contestant.comparison![1] ?? Infinity]
    const isFirst = mayWin.has(contestant.name)
    const above = all - countWhile(lows, (other) => other <= high)
    const best = Math.max(1 + above, mayWin.size > 0 && !isFirst ? 2 : 1)
    return {
      contestant,
      best,
      worst: Math.max(best, all - countWhile(highs, (other) => other < low)),
      isFirst,
    }
  })
  rows.sort((a, b) => a.best - b.best || a.worst - b.worst || b.contestant.rating - a.contestant.rating)
  const known = rows.reduce((sum, { worst }) => sum + all - worst, 0)
  return { rows, first: rows.filter(({ isFirst }) => isFirst).length, known }
}

/** The places of a board whose picture shows them: of many, with some order to show. Null: it shows ratings. */
export function shownPlaces(board: Board): Places | null {
  const places = placesOf(board)
  return places !== null && places.known > 0 ? places : null
}

/** "1–25", or "2" */
export const placeText = ({ best, worst }: Pick<Place, 'best' | 'worst'>): string =>
  best === worst ? String(best) : `${best}–${worst}`

/** How many of these ascending numbers hold, of which only the first ones do. */
function countWhile(ascending: Float64Array, holds: (value: number) => boolean): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(ascending[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

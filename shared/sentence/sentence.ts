/** The headline of a board in plain words. Page, terminal, Markdown and text all use this function. */
import type { Board, BoardContestant, SettleWay, ToSettle } from '../contracts/board.ts'
import { listed, MOST_LISTED } from './count.ts'
import { listedShortly } from './listed-shortly.ts'
import { isLittleKnown, isPlaced, type Placed } from './too-few-votes.ts'
import { words, type Language } from './words/index.ts'

export interface Sentence {
  /** The result itself, shown in bold: "X leads." or "No winner yet." */
  lead: string
  /** The reason after it. May be empty. */
  rest: string
}

/** The sentence above a board, with all that is known of a dead heat. It never claims more than the comparison intervals show. */
export function sentence(board: Board, language: Language = 'en'): Sentence {
  const { lead, rest, more } = shortSentence(board, language)
  return { lead, rest: [rest, more].filter(Boolean).join(' ') }
}

/** The same sentence in two parts: `more` says of a dead heat what would settle it, and stands apart. It may be empty. */
export function shortSentence(board: Board, language: Language = 'en'): Sentence & { more: string } {
  const say = words[language]
  const only = (lead: string, rest = '') => ({ lead, rest, more: '' })
  if (board.votes === 0) return only(say.noVotes)
  if (board.method !== 'bradley-terry') return only(say.nothingDeclared, say.declaresNothing)
  const rated = board.contestants.filter(({ status }) => status === 'rated')
  if (board.warnings.some(({ code }) => code === 'adaptive_pairing'))
    return only(say.nothingDeclared, say.pairingFollows)
  if (board.rounds < 2 || rated.some(({ comparison }) => comparison === null)) return only(say.notComputed)
  if (board.winner !== null) return only(say.leads(board.winner), reasonToLead(board, language))
  if (board.deadHeatForFirst.length > 0)
    return {
      lead: say.noWinner,
      rest: isLittleKnown(board) ? say.littleKnown : deadHeat(board, rated.length, language),
      more: detailsOf(board, language),
    }
  // On this preview somebody is above all others, but the board's own rounds have not confirmed it yet.
  if (board.preview && rated.length > 0) return only(say.noWinner, say.notConfirmed)
  return only(say.nobodyRated, nobodyRated(board, language))
}

function nobodyRated({ contestants, ties }: Board, language: Language): string {
  return [...areUnbeaten(contestants, language), words[language].chainOfWins(ties === 'half')].join(' ')
}

function reasonToLead(board: Board, language: Language): string {
  const say = words[language]
  const winner = board.contestants.find(({ name }) => name === board.winner)
  const others = everyOther(board, language)
  return winner?.reason === 'unbeaten' ? say.unbeatenLeads(winner.votes, others) : say.intervalAbove(others)
}

/** Those the winner is above. Contestants without a link to the rated ones cannot be compared with it. */
function everyOther({ contestants }: Board, language: Language): string {
  const say = words[language]
  const apart = contestants.filter(({ reason }) => reason === 'disconnected').map(({ name }) => name)
  if (apart.length === 0) return say.everyOther
  // If nobody is rated, an unbeaten winner was compared with some of these; the board does not say which.
  if (contestants.every(({ status }) => status !== 'rated')) return say.everyComparable
  return say.everyComparable + say.notLinked(listedShortly(apart, language))
}

/** Who is rated highest of a dead heat, and who else may be first; or its size, if nobody is rated highest. */
function deadHeat(board: Board, rated: number, language: Language): string {
  const say = words[language]
  const names = board.deadHeatForFirst
  const [highest, second] = placedInHeat(board)
  // One rating alone is no highest. Ratings that look equal on the board are not told apart.
  const areSeveral = board.contestants.filter(isPlaced).length > 1
  if (highest && areSeveral && !(second && Math.round(second.rating) === Math.round(highest.rating))) {
    const others = names.filter((name) => name !== highest.name)
    const who = others.length < MOST_LISTED ? listed(others, say.and) : say.others(others.length)
    return say.highestBut(highest.name, who, others.length)
  }
  const all = rated + unratedInHeat(board).length
  return say.deadHeat(names.length <= MOST_LISTED ? listed(names, say.and) : say.someOf(names.length, all))
}

/** Those of the dead heat that have a number on the board, highest first. */
function placedInHeat({ contestants, deadHeatForFirst }: Board): Placed[] {
  const inHeat = new Set(deadHeatForFirst)
  return contestants
    .filter(isPlaced)
    .filter(({ name }) => inHeat.has(name))
    .sort((a, b) => b.rating - a.rating)
}

/** What would settle a dead heat, and who of it cannot be compared in the usual way. */
function detailsOf(board: Board, language: Language): string {
  const unrated = unratedInHeat(board)
  return [
    ...wouldSettle(board, language),
    ...areEqual(board, language),
    ...areUnbeaten(unrated, language),
    ...areApart(unrated, language),
  ].join(' ')
}

function unratedInHeat({ contestants, deadHeatForFirst }: Board): BoardContestant[] {
  const inHeat = new Set(deadHeatForFirst)
  return contestants.filter(({ name, status }) => status !== 'rated' && inHeat.has(name))
}

/** A sentence if the top two are practically equal. Empty otherwise. */
function areEqual({ equalForFirst, deadHeatForFirst }: Board, language: Language): string[] {
  if (!equalForFirst) return []
  const say = words[language]
  const { contestants, delta } = equalForFirst
  const who = deadHeatForFirst.length === 2 ? say.theTwo : listed(contestants, say.and)
  return [say.equal(who, delta * 100)]
}

/** A sentence about contestants that no votes link to the rated ones. Empty if there are none. */
function areApart(contestants: readonly BoardContestant[], language: Language): string[] {
  const apart = contestants.filter(({ reason }) => reason === 'disconnected').map(({ name }) => name)
  return apart.length > 0 ? [words[language].notCompared(listedShortly(apart, language), apart.length)] : []
}

/** A sentence about unbeaten contestants. Empty if there are none. */
function areUnbeaten(contestants: readonly BoardContestant[], language: Language): string[] {
  const say = words[language]
  const unbeaten = contestants.filter(({ reason }) => reason === 'unbeaten')
  if (unbeaten.length === 0) return []
  if (unbeaten.length > MOST_LISTED)
    return [
      say.unbeatenMany(
        listedShortly(
          unbeaten.map(({ name }) => name),
          language,
        ),
      ),
    ]
  if (unbeaten.length === 1 && unbeaten[0].votes === 1) return [say.wonItsOnly(unbeaten[0].name)]
  const each = unbeaten.map(({ name, votes }, i) => say.unbeatenEach(name, votes, i === 0))
  return [`${listed(each, say.and)}.`]
}

/** What would separate the two highest rated, in words without false precision. Empty if nothing can be said. */
function wouldSettle({ toSettle }: Pick<Board, 'toSettle'>, language: Language): string[] {
  if (!toSettle) return []
  const say = words[language]
  const { ways } = toSettle
  const onSame = ways.find(({ by }) => by === 'votes') ?? null
  const here = where(toSettle, language)
  const fewest = cheapest(ways.filter(({ by }) => by !== 'votes'))
  const offered = [
    ...(onSame && onSame.votes.likely !== null
      ? [say.moreVotesOn(amount(onSame.votes.likely, language), here)]
      : []),
    ...(fewest ? [inUnits(fewest, language)] : []),
  ]
  if (offered.length === 0) return []
  const willNot = onSame !== null && onSame.votes.likely === null
  return [say.willTake(offered.join(say.orElse), willNot)]
}

/** The new units with which the fewest votes are needed. Null if none are known to suffice. */
function cheapest(ways: readonly SettleWay[]): SettleWay | null {
  return ways
    .filter(({ votes }) => votes.likely !== null)
    .reduce<SettleWay | null>(
      (best, way) => (best && best.votes.likely! <= way.votes.likely! ? best : way),
      null,
    )
}

function where({ prompts, voters }: ToSettle, language: Language): string {
  const say = words[language]
  if (prompts !== null && voters !== null) return say.onBoth(prompts, voters)
  if (prompts !== null) return say.onPrompts(prompts)
  return voters === null ? '' : say.byVoters(voters)
}

function inUnits({ prompts, voters }: SettleWay, language: Language): string {
  const say = words[language]
  const [ofPrompts, ofVoters] = [prompts, voters].map((range) => range && amount(range.likely!, language))
  if (ofPrompts && ofPrompts === ofVoters) return say.moreOfBoth(ofPrompts)
  const parts = [
    ...(ofPrompts ? [say.morePrompts(ofPrompts)] : []),
    ...(ofVoters ? [say.moreVoters(ofVoters)] : []),
  ]
  return parts.join(` ${say.and} `)
}

/** A number known only to a factor of ten or so is given as an order of magnitude. */
function amount(count: number, language: Language): string {
  const say = words[language].amounts
  if (count < 8) return say.few
  if (count < 80) return say.about(Math.max(10, Math.round(count / 10) * 10))
  if (count < 150) return say.hundred
  if (count < 800) return say.hundreds
  if (count < 1500) return say.thousand
  if (count < 10_000) return say.thousands
  if (count < 100_000) return say.tensOfThousands
  return count < 1_000_000 ? say.hundredsOfThousands : say.millions
}

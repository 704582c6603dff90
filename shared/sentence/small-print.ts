import type { Board, Warning } from '../contracts/board.ts'
import { hasComparisons, listedShortly, longDay } from './sentence.ts'
import { words, type Language } from './words/index.ts'

/** With fewer effective voters a board speaks only for its voters. */
const FEW = 8

/**
 * The promises of a board in plain sentences: for how many looks and boards it holds, since when
 * its winner has led, and for whom it speaks. The board of a file names looks only if it holds for all of them.
 */
export function smallPrint(board: Board, language: Language = 'en'): string[] {
  const declares =
    hasComparisons(board) &&
    board.method === 'bradley-terry' &&
    board.rounds > 1 &&
    board.intervals === 'comparison'
  if (!declares || board.votes === 0) return []
  return [
    ...looksText(board, language),
    ...boardsText(board, language),
    ...sinceText(board, language),
    ...quarantineText(board, language),
    ...speaksForText(board, language),
  ]
}

/** Rounds effective voters down: 7.9 of them are fewer than eight. */
function speaksForText({ speaksFor }: Board, language: Language): string[] {
  const say = words[language]
  if (!speaksFor) return []
  const { whom, voters, judges = [] } = speaksFor
  if (whom === 'people') return [say.forPeople(voters)]
  if (whom === 'judges')
    return judges.length > 0 ? [say.forJudges(listedShortly(judges, language), judges.length)] : []
  const effective = Math.floor(speaksFor.effective)
  return [effective < voters && effective < FEW ? say.forFewVoters(voters, effective) : say.forVoters(voters)]
}

/** One board in how many may be wrong. */
const oneIn = (level: number): number => Math.round(1 / (1 - level))

function looksText({ looks, level, arena }: Board, language: Language): string[] {
  const say = words[language]
  if (looks === 'one' && arena !== null) return [say.oneLook(oneIn(level))]
  return looks === 'any' ? [say.anyLooks(oneIn(level))] : []
}

/** How many boards share the promise. */
function boardsText({ categories, together, level }: Board, language: Language): string[] {
  const say = words[language]
  if (!together) return categories === undefined ? [] : [say.oneOfBoards(categories + 1)]
  return [say.boardsTogether(oneIn(level), together.boards)]
}

/** How many votes are in quarantine, and whether first place would stand otherwise with them. */
function quarantineText(
  { excluded, withQuarantined, winner, deadHeatForFirst }: Board,
  language: Language,
): string[] {
  if (!withQuarantined) return []
  const say = words[language]
  const { winner: other, deadHeatForFirst: others } = withQuarantined
  const isSame =
    other === winner &&
    others.length === deadHeatForFirst.length &&
    others.every((name) => deadHeatForFirst.includes(name))
  const votes = excluded.quarantined
  if (isSame) return [say.quarantinedSame(votes)]
  if (other !== null) return [say.quarantinedWinner(votes, other)]
  if (others.length > 0) return [say.quarantinedDeadHeat(votes, listedShortly(others, language))]
  return [say.quarantinedNobody(votes)]
}

function sinceText({ declaredSince }: Board, language: Language): string[] {
  if (!declaredSince) return []
  const say = words[language]
  const { winner, fell } = declaredSince
  if (winner === null) return [say.fellBefore(fell)]
  return [say.namedSince(winner.votes, longDay(winner.at, language), fell)]
}

const SHOWN = 10

/** A warning in words, with the lines it is about. */
export function warningText({ message, lines = [], unit }: Warning): string {
  if (lines.length === 0) return message
  const more = lines.length > SHOWN ? ', …' : ''
  const what = unit === 'element' ? 'Element' : 'Line'
  return `${message} ${what}${lines.length === 1 ? '' : 's'} ${lines.slice(0, SHOWN).join(', ')}${more}.`
}

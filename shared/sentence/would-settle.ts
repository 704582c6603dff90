import type { Board, SettleWay, ToSettle } from '../contracts/board.ts'
import { words, type Language } from './words/index.ts'

/** What would separate the two highest rated, in words without false precision. Empty if nothing can be said. */
export function wouldSettle({ toSettle }: Pick<Board, 'toSettle'>, language: Language): string[] {
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

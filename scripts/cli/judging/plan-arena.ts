import { arenaNamed } from '../../../server/arenas/index.ts'
import { arenaPlanSpec, costOfVotes, currentJudges, estimateArena } from '../../../server/judging/index.ts'
import { wholeSnapshot, resolveView, votesSharing } from '../../../server/ratings/index.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import { sentence, withCommas } from '../../../shared/sentence/index.ts'
import { planVotes } from '../../../shared/stats/index.ts'
import { withApp } from '../terminal/with-app.ts'
import { print, printJson } from '../terminal/output.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { peopleTable, peopleWords, planOfPeople } from './plan-people.ts'
import { estimateWords } from './estimate-words.ts'
import type { VotesCost } from '../../../server/judging/index.ts'
import { usd } from './progress-words.ts'
import { neededWords, planShared } from './votes-needed.ts'

interface ArenaPlanFlags {
  winRate?: number
  power: number
  alpha: number
  votesPerPair?: number
  json: boolean
}

/**
 * What is left to generate and judge in an arena, its cost, and how many votes its board still needs. Without judges:
 * how many votes of people.
 */
export async function planArena(terminal: Terminal, slug: string, flags: ArenaPlanFlags): Promise<void> {
  await withApp(terminal, async ({ deps }) => {
    const arena = await arenaNamed(deps.db, slug)
    const { plan = {}, budgetUsd = null } = arena.settings
    const wish = arenaPlanSpec(plan, flags)
    const estimate = await estimateArena(deps.db, arena, wish, deps.prices)
    const view = await resolveView(deps, arena, {})
    const board = JSON.parse((await wholeSnapshot(deps, arena, view)).board) as Board
    const needed = flags.winRate === undefined ? null : planVotes(flags.winRate, flags.alpha, flags.power)
    const sharing = needed ? await votesSharing(deps.db, arena.id, view, board.cluster) : []
    const shared = needed && planShared(needed, sharing)
    const votes = needed && (shared?.votesForPower ?? needed.votesForPower)
    const judging = votes === null ? null : await costOfVotes(deps.db, arena, wish, votes, deps.prices)
    const votesNeeded = needed && { ...needed, sharing, shared, judging }
    const hasJudges = (await currentJudges(deps.db, arena.id)).length > 0
    const people = hasJudges ? null : planOfPeople(board, flags)
    if (flags.json) {
      const { winner, deadHeatForFirst, votesToSeparate, toSettle = null } = board
      const standing = {
        view: board.view,
        votes: board.votes,
        winner,
        deadHeatForFirst,
        votesToSeparate,
        toSettle,
      }
      return printJson(terminal, {
        arena: slug,
        ...estimate,
        budgetUsd,
        board: standing,
        votesNeeded,
        people,
      })
    }
    const neededLines = needed
      ? [...neededWords(needed, sharing, shared), ...judgingWords(votes ?? 0, judging)]
      : []
    const { lead, rest } = sentence(board)
    print(
      terminal,
      [
        ...(people && estimate.calls === 0 ? [] : estimateWords(estimate, budgetUsd)),
        `Under ${arena.criteria[0]}: ${lead} ${rest}`.trim(),
        ...(people ? [peopleWords(people)] : []),
        ...(people && !needed ? peopleTable(people, flags) : neededLines),
      ].join('\n'),
    )
  })
}

/** What judges would cost, in words for the terminal. */
function judgingWords(votes: number, judging: VotesCost | null): string[] {
  if (!judging) return []
  const { callsPerPair, costUsdPerPair, pairs, mostVotes } = judging
  const cost = (times: number) => (costUsdPerPair === null ? '' : `, about ${usd(times * costUsdPerPair)}`)
  const all =
    pairs > 1
      ? ` For all ${withCommas(pairs)} pairs: ${withCommas(pairs * callsPerPair)} calls${cost(pairs)}.`
      : ''
  const few =
    mostVotes < votes
      ? ` The arena's prompts and judges give at most ${withCommas(mostVotes)} on a pair: add prompts.`
      : ''
  return [
    `With the arena's judges, this takes ${withCommas(callsPerPair)} calls a pair${cost(1)}.${all}${few}`,
  ]
}

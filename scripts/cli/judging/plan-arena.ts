import { arenaNamed } from '../../../server/arenas/index.ts'
import { costOfVotes, estimateArena, arenaPlanSpec } from '../../../server/judging/index.ts'
import { currentSnapshot, resolveView } from '../../../server/ratings/index.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import { sentence, withCommas } from '../../../shared/sentence/index.ts'
import { planVotes } from '../../../shared/stats/index.ts'
import { withApp } from '../terminal/with-app.ts'
import { print, printJson } from '../terminal/output.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { estimateWords } from './estimate-words.ts'
import type { VotesCost } from '../../../server/judging/index.ts'
import type { VotePlan } from '../../../shared/stats/index.ts'
import { usd } from './progress-words.ts'

interface ArenaPlanFlags {
  winRate?: number
  power: number
  alpha: number
  votesPerPair?: number
  json: boolean
}

/** What is left to generate and judge in an arena, its cost, and how many votes its board still needs. */
export async function planArena(terminal: Terminal, slug: string, flags: ArenaPlanFlags): Promise<void> {
  await withApp(terminal, async ({ deps }) => {
    const arena = await arenaNamed(deps.db, slug)
    const { plan = {}, budgetUsd = null } = arena.settings
    const wish = arenaPlanSpec(plan, flags)
    const estimate = await estimateArena(deps.db, arena, wish, deps.prices)
    const view = await resolveView(deps, arena, {})
    const board = JSON.parse((await currentSnapshot(deps, arena, view)).board) as Board
    const needed = flags.winRate === undefined ? null : planVotes(flags.winRate, flags.alpha, flags.power)
    const judging = needed && (await costOfVotes(deps.db, arena, wish, needed.votesForPower, deps.prices))
    const votesNeeded = needed && { ...needed, judging }
    if (flags.json) {
      const { winner, deadHeatForFirst, votes, votesToSeparate, toSettle = null } = board
      const standing = { view: board.view, votes, winner, deadHeatForFirst, votesToSeparate, toSettle }
      return printJson(terminal, { arena: slug, ...estimate, budgetUsd, board: standing, votesNeeded })
    }
    const neededLines = needed ? neededWords(needed, judging) : []
    const { lead, rest } = sentence(board)
    print(
      terminal,
      [
        ...estimateWords(estimate, budgetUsd),
        `Under ${arena.criteria[0]}: ${lead} ${rest}`.trim(),
        ...neededLines,
      ].join('\n'),
    )
  })
}

/** How many votes are needed to detect a lead, and what judges would cost, in words for the terminal. */
function neededWords(needed: VotePlan, judging: VotesCost | null): string[] {
  const { winRate, power, alpha, votesForPower, votesForSignificance } = needed
  const votes = `To detect a true win rate of ${winRate} in ${Number((100 * power).toPrecision(6))} % of cases, at alpha ${alpha}, a pair needs ${withCommas(votesForPower)} decisive votes. An observed win rate of just ${winRate} is significant from ${withCommas(votesForSignificance)} decisive votes on. This takes votes for independent; votes that share prompts or voters carry less, so plan for more.`
  if (!judging) return [votes]
  const { callsPerPair, costUsdPerPair, pairs, mostVotes } = judging
  const cost = (times: number) => (costUsdPerPair === null ? '' : `, about ${usd(times * costUsdPerPair)}`)
  const all =
    pairs > 1
      ? ` For all ${withCommas(pairs)} pairs: ${withCommas(pairs * callsPerPair)} calls${cost(pairs)}.`
      : ''
  const few =
    mostVotes < votesForPower
      ? ` The arena's prompts and judges give at most ${withCommas(mostVotes)} on a pair: add prompts.`
      : ''
  return [
    votes,
    `With the arena's judges, this takes ${withCommas(callsPerPair)} calls a pair${cost(1)}.${all}${few}`,
  ]
}

import type { BattleList, Comparison, Scored } from '../../../shared/contracts/index.ts'
import type { GatePreset } from '../../../shared/stats/compare/gates.ts'
import { printComparison } from '../terminal/comparison.ts'
import { SHOWN_KINDS, type ShownKind } from '../terminal/comparison-words.ts'
import { judgePair } from '../judging/judge-pair.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { isOpen } from '../../../shared/votes/rail-state.ts'
import type { Remote, ServerFlags } from './server.ts'

export interface CompareFlags extends ServerFlags {
  source?: string | undefined
  criterion?: string[]
  preset?: GatePreset
  minWinRate?: number
  minVotes?: number
  alpha?: number
  /** Left out: as the board. */
  sequential?: boolean
  judge: boolean
  batch?: number
  budget?: number
  maxCostRatio?: number
  maxLatencyRatio?: number
  from?: Scored
  map?: string
  ignore?: string
  report?: 'md' | 'junit'
  /** Exit 0 also if it is not shown. */
  allowNotShown?: boolean
  /** What is not shown fails in JUnit. */
  strict?: boolean
  show?: ShownKind
  json: boolean
}

/** `compare ARENA A B` over HTTP. The server counts published votes. */
export async function compareOver(
  terminal: Terminal,
  remote: Remote,
  slug: string,
  [a, b]: readonly [string, string],
  flags: CompareFlags,
): Promise<void> {
  const { source, preset, minWinRate, minVotes, alpha, sequential, maxCostRatio, maxLatencyRatio } = flags
  const { criterion = [] } = flags
  const gate = { preset, minWinRate, minVotes, alpha, maxCostRatio, maxLatencyRatio }
  const query = { a, b, source, criterion, ...gate, ...(sequential !== undefined && { sequential }) }
  const { batch, budget: budgetUsd } = flags
  const comparison = flags.judge
    ? await judgePair(terminal, remote, slug, {
        a,
        b,
        source,
        criteria: criterion,
        ...gate,
        batch,
        budgetUsd,
        looks: looksOf(sequential),
      })
    : await remote.client.compare(slug, query)
  const path = `/api/arenas/${encodeURIComponent(slug)}/battles`
  const list =
    flags.show && (await remote.json<BattleList>(path, { query: battlesOf(comparison, flags.show) }))
  finishComparison(terminal, comparison, flags, list)
}

/** The looks that are asked for; undefined: those that the server plans. */
export const looksOf = (sequential: boolean | undefined) =>
  sequential === undefined ? undefined : sequential ? 'any' : 'one'

/** The most battles that are shown. */
const MOST_SHOWN = 20

/** The battles behind a comparison, from the side of the challenger. */
export const battlesOf = ({ slugs, source, criteria }: Comparison, show: ShownKind) => ({
  contestant: slugs[0],
  against: slugs[1],
  source,
  criterion: criteria.map(({ criterion }) => criterion),
  show: SHOWN_KINDS[show],
  limit: MOST_SHOWN,
})

/** Prints a comparison. The exit code is 0 to ship, 1 not to, and 4 for what is not shown. */
export function finishComparison(
  terminal: Terminal,
  comparison: Comparison,
  { json, report, show, strict = false, allowNotShown = false }: CompareFlags,
  list?: BattleList,
): void {
  const shown = show && list && { kind: show, list }
  printComparison(terminal, comparison, { json, ...(report && { report }), strict, shown })
  const open = allowNotShown ? 0 : 4
  terminal.exitCode = comparison.ship ? 0 : isOpen(comparison) ? open : 1
}

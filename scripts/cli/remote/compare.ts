import type {
  Comparison,
  ComparisonExamples,
  Example,
  ExampleKind,
  Scored,
} from '../../../shared/contracts/index.ts'
import type { GatePreset } from '../../../shared/stats/compare/gates.ts'
import { printComparison } from '../terminal/comparison.ts'
import { judgePair } from '../judging/judge-pair.ts'
import type { Terminal } from '../terminal/terminal.ts'
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
  show?: ExampleKind
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
      })
    : await remote.client.compare(slug, query)
  const examples = flags.show && (await examplesOver(remote, slug, { ...query, show: flags.show }))
  finishComparison(terminal, comparison, flags, examples || undefined)
}

/** Prints a comparison. The exit code is 0 for `ship` alone. */
export function finishComparison(
  terminal: Terminal,
  comparison: Comparison,
  flags: CompareFlags,
  examples?: readonly Example[],
): void {
  printComparison(terminal, comparison, { ...flags, examples })
  terminal.exitCode = comparison.verdict === 'ship' ? 0 : 1
}

/** The most examples that a server sends at once. */
const PAGE = 50

/** All examples, page by page. */
async function examplesOver(
  { json }: Remote,
  slug: string,
  query: Record<string, string | number | boolean | readonly string[] | undefined>,
): Promise<Example[]> {
  const all: Example[] = []
  for (;;) {
    const path = `/api/arenas/${encodeURIComponent(slug)}/compare/examples`
    const page = await json<ComparisonExamples>(path, {
      query: { ...query, offset: all.length, limit: PAGE },
    })
    all.push(...page.examples)
    if (page.examples.length === 0 || all.length >= page.total) return all
  }
}

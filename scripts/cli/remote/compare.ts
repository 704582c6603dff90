import type {
  BatchBody,
  BatchLook,
  Comparison,
  ComparisonExamples,
  Example,
  ExampleKind,
  Scored,
} from '../../../shared/contracts/index.ts'
import type { GatePreset } from '../../../shared/stats/compare/gates.ts'
import { printComparison } from '../terminal/comparison.ts'
import { batchByBatch } from '../judging/judge-pair.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { adminPath, whileFollowing } from './run.ts'
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
  const comparison = flags.judge
    ? await judgePairOver(terminal, remote, slug, { a, b, source, criteria: criterion, ...gate }, flags)
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

/** Judges batch by batch on the server, as `judgePair` does on a database. */
function judgePairOver(
  terminal: Terminal,
  remote: Remote,
  slug: string,
  pair: Pick<BatchBody, 'a' | 'b'> & { [Part in keyof BatchBody]?: BatchBody[Part] | undefined },
  { batch, budget }: CompareFlags,
): Promise<Comparison> {
  const look = (tried: ReadonlySet<number>, start: boolean) =>
    remote.json<BatchLook>(`${adminPath(slug)}/compare/batch`, {
      method: 'POST',
      body: { ...pair, batch, budgetUsd: budget, tried: [...tried], start },
    })
  const { criteria: criterion, ...query } = pair
  const compare = () => remote.client.compare(slug, { ...query, criterion, sequential: true })
  const judging = { arena: slug, budgetUsd: budget ?? null, look, compare }
  return whileFollowing(terminal, remote, slug, (showRun) => batchByBatch(terminal, judging, showRun))
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

import {
  compareInFile,
  resolveGate,
  measureJudges,
  type SharedVote,
} from '../../../../server/comparisons/index.ts'
import { COMPARISON_TEXTS } from '../../../../server/comparisons/render/comparison-text.ts'
import { SHOWN_KINDS } from '../../../../server/comparisons/render/comparison-words.ts'
import { ViewRequest } from '../../../../server/ratings/index.ts'
import { FileVotes, WINNER_BY_OUTCOME } from '../../../../server/transfer/formats/file-votes.ts'
import type { BattleList, Comparison } from '../../../../shared/contracts/index.ts'
import type { ScoreKind } from '../../../../shared/contracts/votes.ts'
import { shipVerdict } from '../../../../shared/votes/ship-verdict.ts'
import { readScoresFrom } from '../rate/read-files.ts'
import { parseOptions } from '../../../../server/transfer/formats/column-changes.ts'
import { judgePair } from '../../judging/judge-pair.ts'
import { EXIT_OF } from '../../remote/print-answer.ts'
import { sendArena } from '../../remote/run.ts'
import { arenaPath, withServer, type Remote } from '../../remote/server.ts'
import { UsageError } from '../../terminal/errors.ts'
import { checkedOptions, knownName } from '../../terminal/options.ts'
import { terminalLayout, printNote, print, printJson, type Terminal } from '../../terminal/terminal.ts'
import { msg } from '../../../../shared/messages/index.ts'
import type { CompareFlags } from '../compare.ts'

/** Compares two contestants of an arena, or of files of scores. */
export async function compareArena(
  terminal: Terminal,
  slug: string,
  pair: [string, string],
  flags: CompareFlags,
): Promise<void> {
  refuseTwoForms(terminal, flags)
  if (flags.from) return compareFiles(terminal, slug.split(','), pair, { ...flags, from: flags.from })
  // with --judge, the judges' votes are compared
  const { source } = checkedOptions(ViewRequest, {
    source: flags.source ?? (flags.judge ? 'judges' : undefined),
  })
  await withServer(terminal, (remote) => compareOn(terminal, remote, slug, pair, { ...flags, source }))
}

/** Brings a file in, and compares the two as its judges see them. */
export async function tryArena(
  terminal: Terminal,
  file: string,
  pair: [string, string],
  typed: Omit<CompareFlags, 'sequential' | 'judge'>,
): Promise<void> {
  const flags = { ...typed, source: 'judges', judge: true }
  refuseTwoForms(terminal, flags)
  await withServer(terminal, async (remote) => {
    const query = { renew: true, budgetUsd: flags.budget } as const
    const { slug, renewed } = await sendArena(terminal, remote, file, query)
    await compareOn(terminal, remote, slug, namesNow(terminal, pair, renewed), flags)
  })
}

/** The names under which the two are tried: a vote says nothing of a variant that changed since. */
function namesNow(
  terminal: Terminal,
  typed: [string, string],
  renewed: Readonly<Record<string, string>>,
): [string, string] {
  const now = (name: string) => {
    const currentName = Object.hasOwn(renewed, name) ? renewed[name]! : name
    if (currentName !== name)
      printNote(terminal, `${name} has changed since it was judged, so it is tried as ${currentName}.`)
    return currentName
  }
  return [now(typed[0]), now(typed[1])]
}

/** The most battles that are shown. */
const MAX_SHOWN = 20

async function compareOn(
  terminal: Terminal,
  remote: Remote,
  slug: string,
  [a, b]: [string, string],
  flags: CompareFlags,
): Promise<void> {
  const { source, preset, minWinRate, minVotes, alpha, sequential, maxCostRatio, maxLatencyRatio } = flags
  const { criterion = [], batch, budget: budgetUsd, show } = flags
  const request = { a, b, source, preset, minWinRate, minVotes, alpha, maxCostRatio, maxLatencyRatio }
  // no job of this process evaluates judges after an import
  if (remote.app) await measureJudges(remote.app.deps, slug)
  const looks = sequential === undefined ? undefined : sequential ? 'any' : 'one'
  const comparison = flags.judge
    ? await judgePair(terminal, remote, slug, { ...request, criteria: criterion, batch, budgetUsd, looks })
    : await remote.json<Comparison>(`${arenaPath(slug)}/compare`, {
        query: { ...request, criterion, sequential },
      })
  const battles = (kind: keyof typeof SHOWN_KINDS) => ({
    contestant: comparison.slugs[0],
    against: comparison.slugs[1],
    source: comparison.source,
    criterion: comparison.criteria.map((finding) => finding.criterion),
    show: SHOWN_KINDS[kind],
    limit: MAX_SHOWN,
  })
  const path = `${arenaPath(slug)}/battles`
  const list = show && (await remote.json<BattleList>(path, { query: battles(show) }))
  printComparison(terminal, comparison, flags, list)
}

/** Prints a comparison. The exit code is 0 to ship, 1 not to, and 4 for what is not shown. */
function printComparison(
  terminal: Terminal,
  comparison: Comparison,
  { report, show, strict = false, allowNotShown = false }: CompareFlags,
  list?: BattleList,
): void {
  if (terminal.json) printJson(terminal, list ? { ...comparison, battles: list } : comparison)
  else {
    const write = COMPARISON_TEXTS[report ? REPORTS[report] : 'text/plain']
    const shown = show && list && { kind: show, list }
    print(
      terminal,
      write(
        { ...comparison, battleSection: shown },
        terminalLayout(terminal, { strict: strict ? '1' : '0' }),
      ),
    )
  }
  const verdict = shipVerdict(comparison)
  terminal.exitCode = verdict === 'not_shown' && allowNotShown ? 0 : EXIT_OF[verdict]
}

const REPORTS = { md: 'text/markdown', junit: 'application/xml' } as const

function refuseTwoForms({ json }: Terminal, { report }: CompareFlags): void {
  if (json && report)
    throw new UsageError(msg('options_exclude', { option: '--json', with: `--report ${report}` }))
}

/** Whether A beats B in files of scores, ranks or results of tests. The unit is the task. */
async function compareFiles(
  terminal: Terminal,
  files: readonly string[],
  [a, b]: [string, string],
  flags: CompareFlags & { from: ScoreKind },
): Promise<void> {
  const { judge, sequential, source, maxCostRatio, maxLatencyRatio, show, from, map, ignore } = flags
  const terms = {
    judge,
    sequential: sequential !== undefined,
    source,
    'max-cost-ratio': maxCostRatio,
    'max-latency-ratio': maxLatencyRatio,
    show,
  }
  const option = Object.entries(terms).find(([, value]) => value)
  if (option) throw new UsageError(msg('options_exclude', { option: `--${option[0]}`, with: '--from' }))
  const read = new FileVotes()
  const notes = await readScoresFrom(terminal, files, from, parseOptions({ from, map, ignore }), read)
  const { names } = read.contestants
  const pair = [a, b].map((name) => knownName('contestant', name, names)) as [string, string]
  if (pair[0] === pair[1]) throw new UsageError(msg('compared_with_itself', { name: a }))
  const shared = votesOn(read, pair)
  const criteria = [...new Set(shared.map(({ criterion }) => criterion))]
  const asks = (flags.criterion ?? []).map((name) => knownName('criterion', name, criteria))
  const votes = asks.length === 0 ? shared : shared.filter(({ criterion }) => asks.includes(criterion))
  if (votes.length === 0) throw new UsageError(`${pair[0]} and ${pair[1]} have no score on the same task.`)
  const { preset, minWinRate, minVotes, alpha } = flags
  const gate = resolveGate({ preset, minWinRate, minVotes, alpha })
  const comparison = compareInFile({ file: files.join(', '), names: pair, votes, gate })
  printComparison(terminal, { ...comparison, warnings: [...notes, ...comparison.warnings] }, flags)
}

const EPOCH = new Date(0)

function votesOn(read: FileVotes, [a, b]: [string, string]): SharedVote[] {
  const [challenger, incumbent] = [a, b].map((name) => read.contestants.names.indexOf(name))
  const [prompt, criterion, category, group] = [
    read.prompt,
    read.criterion,
    read.category,
    read.promptGroup,
  ].map((column) => ({ names: column.names, codes: column.of(read.rows) }))
  const named = ({ names, codes }: typeof prompt, row: number) => names[codes[row] ?? -1] ?? null
  return Array.from({ length: read.rows }, (_, row) => row).flatMap((row) => {
    const isLeft = read.left[row] === challenger
    if (
      !(isLeft
        ? read.right[row] === incumbent
        : read.left[row] === incumbent && read.right[row] === challenger)
    )
      return []
    const winner = WINNER_BY_OUTCOME[read.winner[row]]
    return {
      id: row,
      criterion: named(criterion, row) ?? 'overall',
      promptId: prompt.codes[row] ?? null,
      promptKey: named(prompt, row),
      promptGroup: named(group, row),
      category: named(category, row),
      outcome: winner === 'tie_inconsistent' ? 'tie' : winner,
      isLeft,
      inconsistent: false,
      source: 'result',
      judge: null,
      voter: null,
      recordedAt: EPOCH,
      failedChecks: null,
    }
  })
}

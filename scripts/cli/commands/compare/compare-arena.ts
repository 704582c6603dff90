import { measureJudges } from '../../../../server/comparisons/index.ts'
import { COMPARISON_TEXTS } from '../../../../server/comparisons/render/comparison-text.ts'
import { ViewRequest } from '../../../../server/ratings/index.ts'
import type { Comparison } from '../../../../shared/contracts/index.ts'
import { shipVerdict } from '../../../../shared/votes/ship-verdict.ts'
import { judgePair } from '../../judging/judge-pair.ts'
import { EXIT_OF } from '../../remote/print-answer.ts'
import { sendArena } from '../../remote/run.ts'
import { arenaPath, withServer, type Remote } from '../../remote/server.ts'
import { UsageError } from '../../terminal/errors.ts'
import { checkedOptions } from '../../terminal/options.ts'
import { terminalLayout, printNote, print, printJson, type Terminal } from '../../terminal/terminal.ts'
import { msg } from '../../../../shared/messages/index.ts'
import type { CompareFlags } from '../compare.ts'

/** Compares two contestants of an arena. */
export async function compareArena(
  terminal: Terminal,
  slug: string,
  pair: [string, string],
  flags: CompareFlags,
): Promise<void> {
  refuseTwoForms(terminal, flags)
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

async function compareOn(
  terminal: Terminal,
  remote: Remote,
  slug: string,
  [a, b]: [string, string],
  flags: CompareFlags,
): Promise<void> {
  const { source, preset, minWinRate, minVotes, alpha, sequential, maxCostRatio, maxLatencyRatio } = flags
  const { criterion = [], batch, budget: budgetUsd } = flags
  const request = { a, b, source, preset, minWinRate, minVotes, alpha, maxCostRatio, maxLatencyRatio }
  // no job of this process evaluates judges after an import
  if (remote.app) await measureJudges(remote.app.deps, slug)
  const looks = sequential === undefined ? undefined : sequential ? 'any' : 'one'
  const comparison = flags.judge
    ? await judgePair(terminal, remote, slug, { ...request, criteria: criterion, batch, budgetUsd, looks })
    : await remote.json<Comparison>(`${arenaPath(slug)}/compare`, {
        query: { ...request, criterion, sequential },
      })
  printComparison(terminal, comparison, flags)
}

/** Prints a comparison. The exit code is 0 to ship, 1 not to, and 4 for what is not shown. */
function printComparison(
  terminal: Terminal,
  comparison: Comparison,
  { report, strict = false, allowNotShown = false }: CompareFlags,
): void {
  if (terminal.json) printJson(terminal, comparison)
  else {
    const write = COMPARISON_TEXTS[report ? REPORTS[report] : 'text/plain']
    print(terminal, write(comparison, terminalLayout(terminal, { strict: strict ? '1' : '0' })))
  }
  const verdict = shipVerdict(comparison)
  terminal.exitCode = verdict === 'not_shown' && allowNotShown ? 0 : EXIT_OF[verdict]
}

const REPORTS = { md: 'text/markdown', junit: 'application/xml' } as const

function refuseTwoForms({ json }: Terminal, { report }: CompareFlags): void {
  if (json && report)
    throw new UsageError(msg('options_exclude', { option: '--json', with: `--report ${report}` }))
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ArenaTrial } from '../../../../shared/contracts/index.ts'
import type { AppContext } from '../../../../server/open-app.ts'
import {
  ArenaFileError,
  checkArena,
  estimateFile,
  estimateHere,
  problemText,
  setUpArena,
  type ArenaPlan,
} from '../../../../server/transfer/index.ts'
import { requireKnownModels, arenaPlanSpec, startRun } from '../../../../server/judging/index.ts'
import { readConfig } from '../../../../server/platform/config/config.ts'
import { readPrices } from '../../../../server/platform/providers/index.ts'
import { estimateWords, waysWords } from '../../judging/progress-words.ts'
import { judgesBoard, finish, resumeCommand } from '../../judging/finish.ts'
import { workOnRun } from '../../judging/work-on-run.ts'
import { judgingRequestBody, runRemotely, estimateRemotely } from '../../remote/run.ts'
import { configuredServer, serverWithin, withServer } from '../../remote/server.ts'
import { importNotes } from '../../terminal/import-summary.ts'
import { withApp } from '../../terminal/with-app.ts'
import { printNote, print, printJson, resolveFilePath, type Terminal } from '../../terminal/terminal.ts'
import type { ArenaRunFlags } from '../run.ts'

/** Brings an arena from its file to its board. */
export async function runArena(terminal: Terminal, file: string, flags: ArenaRunFlags): Promise<void> {
  const server = configuredServer(terminal, flags)
  if (server)
    return withServer(terminal, server, async (remote) =>
      flags.dryRun
        ? printTrial(terminal, await estimateRemotely(terminal, remote, file, flags), flags)
        : await runRemotely(terminal, remote, file, flags),
    )
  const { control, budget: budgetUsd, judges, dryRun: isDryRun } = flags
  const plan = await readArenaPlan(terminal, file, { control, budgetUsd, judges, isDryRun })
  if (isDryRun) return printTrial(terminal, await tryHere(terminal, plan, flags), flags)
  await withApp(terminal, async (app) => {
    const { arena } = await setUp(terminal, app, plan)
    const spec = arenaPlanSpec(plan.plan, judgingRequestBody(flags))
    await requireKnownModels(app.deps, arena, spec)
    const remote = await serverWithin(app)
    const before = await judgesBoard(remote, arena.slug)
    await startRun(app.deps, arena, {
      kind: 'run',
      spec,
      budgetUsd: flags.budget ?? plan.budgetUsd ?? undefined,
      raisesArena: flags.budget !== undefined,
      retryFailed: flags.retryFailed,
    })
    const progress = await workOnRun(terminal, remote, arena.slug, flags.concurrency ?? null)
    await finish(terminal, remote, arena.slug, progress, {
      json: flags.json,
      before,
      resumeCommand: resumeCommand(['run', file], flags),
    })
  })
}

type CheckOptions = Parameters<typeof checkArena>[1]

/** Reads an arena.yaml, for calls from this machine. @throws {ArenaFileError} by `setUp`, with all problems */
export async function readArenaPlan(
  terminal: Terminal,
  file: string,
  options: Partial<CheckOptions>,
): Promise<ArenaPlan> {
  const here = { now: terminal.now(), ...options }
  const check = (known: Pick<CheckOptions, 'env' | 'prices'>) =>
    checkArena(resolveFilePath(terminal, file), { ...here, ...known })
  const plan = await check({ env: terminal.env, prices: await pricesHere(terminal) })
  // keys and prices may be set on the page: the database is opened only where some are missing
  const isMissing = [...plan.problems, ...plan.warnings].some(({ finding }) =>
    OF_PAGE.has(finding?.code ?? ''),
  )
  if (!isMissing || !hasDatabase(terminal)) return plan
  return withApp(terminal, ({ deps: { services, settings } }) =>
    check({ env: services.models.environment(), prices: settings.prices }),
  )
}

/** What an operator may have set on the page. */
const OF_PAGE = new Set([
  'key_missing',
  'variable_missing',
  'unpriced',
  'unpriced_in_budget',
  'live_unpriced',
])

const pricesHere = ({ env }: Terminal) => readPrices(readConfig(env).prices)

/** Whether this machine has a database of arenas, or knows where one is. */
function hasDatabase({ env }: Terminal): boolean {
  const { databaseUrl, dataDir } = readConfig(env)
  return databaseUrl !== '' || existsSync(join(dataDir, 'postgres'))
}

/** Creates or updates the arena of a plan, and prints warnings. @param renews  as of `setUpArena` */
export async function setUp(terminal: Terminal, { deps }: AppContext, plan: ArenaPlan, renews = false) {
  printWarnings(terminal, plan)
  const { arena, result, renewed } = await setUpArena(deps, plan, renews)
  // earlier forms of a changed contestant are not named any more
  const noted = renews ? { ...result, contestantsNotNamed: [] } : result
  for (const warning of importNotes(noted)) printNote(terminal, `warning: ${warning}`)
  return { arena, renewed }
}

/** Prints what a run would do and cost. Calls no model and stores nothing. @throws {ArenaFileError} with all problems */
function printTrial(
  terminal: Terminal,
  { arena, estimate, ways, budgetUsd, problems, warnings }: Trial,
  flags: ArenaRunFlags,
): void {
  if (flags.json)
    printJson(terminal, {
      arena,
      ...(estimate ?? NOTHING),
      ways,
      budgetUsd,
      problems,
      warnings,
    })
  else {
    printWarnings(terminal, { warnings })
    if (estimate) print(terminal, estimateWords(estimate, budgetUsd).join('\n'))
    if (ways.length > 0) print(terminal, `\n${waysWords(ways).join('\n')}`)
  }
  if (problems.length > 0) throw new ArenaFileError(problems)
}

type Trial = Omit<ArenaTrial, 'change' | 'keys'>

/** What a run would take: beside what the database of this machine has, if there is one; else from the beginning. */
async function tryHere(terminal: Terminal, plan: ArenaPlan, flags: ArenaRunFlags): Promise<Trial> {
  const spec = arenaPlanSpec(plan.plan, judgingRequestBody(flags))
  const config = readConfig(terminal.env)
  const { slug: arena, budgetUsd, warnings } = plan
  if (hasDatabase(terminal) && plan.problems.length === 0) {
    const found = await withApp(terminal, ({ deps }) => estimateHere(deps, plan, spec))
    return { arena, budgetUsd, warnings, ...found }
  }
  const settings = { prices: await pricesHere(terminal), chromium: config.chromium }
  const found = await estimateFile(plan, spec, settings)
  return { arena, budgetUsd, warnings, problems: plan.problems, ...found }
}

/** Used if problems leave nothing to estimate. */
const NOTHING = { calls: null, answers: null, judgements: null, costUsd: null, costByModel: null }

/** Bad rows are not among the warnings: here each is a problem. */
function printWarnings(terminal: Terminal, { warnings }: Pick<ArenaPlan, 'warnings'>): void {
  for (const warning of warnings) printNote(terminal, `warning: ${problemText(warning)}`)
}

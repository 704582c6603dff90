import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ArenaTrial } from '../../../../shared/contracts/index.ts'
import { ArenaFileError, checkArena, estimateFile, problemText } from '../../../../server/transfer/index.ts'
import { readConfig } from '../../../../server/platform/config/config.ts'
import { readPrices } from '../../../../server/platform/providers/index.ts'
import { estimateText, waysText } from '../../../../shared/finish/estimate-text.ts'
import { arenaPlanSpec } from '../../../../server/judging/index.ts'
import { judgesBoard, finish } from '../../judging/finish.ts'
import {
  callsAtOnce,
  checkArenaFiles,
  judgeRemotely,
  judgingRequestBody,
  sendArena,
  SENT_ARENAS,
} from '../../remote/run.ts'
import { configuredServer, withServer } from '../../remote/server.ts'
import { printNote, print, printJson, resolveFilePath, type Terminal } from '../../terminal/terminal.ts'
import type { ArenaRunFlags } from '../run.ts'

/** Brings an arena from its file to its board. */
export async function runArena(terminal: Terminal, file: string, flags: ArenaRunFlags): Promise<void> {
  if (flags.dryRun) return printTrial(terminal, await tryArena(terminal, file, flags))
  const { budget: budgetUsd, judges } = flags
  await withServer(terminal, async (remote) => {
    const atOnce = callsAtOnce(remote, flags)
    const { slug } = await sendArena(terminal, remote, file, { budgetUsd, judges })
    const before = await judgesBoard(remote, slug)
    const progress = await judgeRemotely(terminal, remote, slug, judgingRequestBody(flags), atOnce)
    await finish(terminal, remote, slug, progress, { before })
  })
}

type RunForecast = Omit<ArenaTrial, 'change' | 'keys'>

/** What a run would take beside what is there. Where there is no database yet, none is made for it. */
async function tryArena(terminal: Terminal, file: string, flags: ArenaRunFlags): Promise<RunForecast> {
  const path = resolveFilePath(terminal, file)
  const { budget: budgetUsd, judges, votesPerPair, plan: which } = flags
  if (configuredServer(terminal) || hasDatabase(terminal)) {
    const { plan, files } = await checkArenaFiles(path)
    const query = { 'dry-run': true, budgetUsd, judges, votesPerPair, plan: which }
    const call = { method: 'POST', files: { files }, query } as const
    // of a faulty file, there is nothing to send: its problems are found here
    if (plan.problems.every(({ stops }) => stops !== 'all'))
      return withServer(terminal, ({ json }) => json<ArenaTrial>(SENT_ARENAS, call))
  }
  const { env, now } = terminal
  const { prices: priceFile, chromium } = readConfig(env)
  const prices = await readPrices(priceFile)
  const plan = await checkArena(path, { env, prices, now: now(), budgetUsd, judges, isDryRun: true })
  const spec = arenaPlanSpec(plan.plan, judgingRequestBody(flags))
  return { ...plan, arena: plan.slug, ...(await estimateFile(plan, spec, { prices, chromium })) }
}

/** Whether this machine has a database of arenas, or knows where one is. */
function hasDatabase({ env }: Terminal): boolean {
  const { databaseUrl, dataDir } = readConfig(env)
  return databaseUrl !== '' || existsSync(join(dataDir, 'postgres'))
}

/** Prints what a run would do and cost. Calls no model and stores nothing. @throws {ArenaFileError} with all problems */
function printTrial(
  terminal: Terminal,
  { arena, estimate, ways, budgetUsd, problems, warnings }: RunForecast,
): void {
  if (terminal.json)
    printJson(terminal, { arena, ...(estimate ?? NOTHING), ways, budgetUsd, problems, warnings })
  else {
    for (const warning of warnings) printNote(terminal, `warning: ${problemText(warning)}`)
    if (estimate) print(terminal, estimateText(estimate, budgetUsd).join('\n'))
    if (ways.length > 0) print(terminal, `\n${waysText(ways).join('\n')}`)
  }
  if (problems.length > 0) throw new ArenaFileError(problems)
}

/** Used if problems leave nothing to estimate. */
const NOTHING = { calls: null, answers: null, judgements: null, costUsd: null, costByModel: null }

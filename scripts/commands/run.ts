import type { Command } from 'commander'
import { checkArena, problemText, setUpArena } from '../../server/exchange/index.ts'
import type { ArenaPlan } from '../../server/exchange/index.ts'
import { startRun } from '../../server/judging/index.ts'
import { readConfig } from '../../server/platform/config.ts'
import { readPrices } from '../../server/platform/providers/index.ts'
import { warningText } from '../../shared/sentence/index.ts'
import { finish } from '../judging/finish.ts'
import { addRunOptions, wishOf } from '../judging/run-options.ts'
import type { RunFlags } from '../judging/run-options.ts'
import { seeThrough } from '../judging/see-through.ts'
import { withHouse } from '../terminal/house.ts'
import { note } from '../terminal/output.ts'
import { pathFrom } from '../terminal/terminal.ts'
import type { Terminal } from '../terminal/terminal.ts'

type ArenaRunFlags = RunFlags & { control?: string }

/** `run ARENA.yaml`: an arena from its file to its board. */
export function runCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('run')
    .description(
      'create or update the arena of an arena.yaml, make the answers it lacks, judge, and print the board; goes on where it was left',
    )
    .argument('<file>', 'an arena.yaml')
    .option(
      '--control <contestant>',
      'enter this contestant once more, as its own control: the two must stay in a dead heat',
    )
  addRunOptions(command).action((file: string, flags: ArenaRunFlags) => run(terminal, file, flags))
}

async function run(terminal: Terminal, file: string, flags: ArenaRunFlags): Promise<void> {
  const prices = await readPrices(readConfig(terminal.env).prices)
  const { control } = flags
  const plan = await checkArena(pathFrom(terminal, file), { env: terminal.env, prices, control })
  tellDoubts(terminal, plan)
  await withHouse(terminal, async (house) => {
    const { arena } = await setUpArena(house.deps, plan)
    await startRun(house.deps, arena, {
      kind: 'run',
      wish: wishOf(plan.plan, flags),
      budgetUsd: flags.budget ?? plan.budgetUsd ?? undefined,
      retryFailed: flags.retryFailed,
    })
    const progress = await seeThrough(terminal, house, arena, flags.concurrency ?? null)
    await finish(terminal, house, arena, progress, { json: flags.json, goOn: `deadheat run ${file}` })
  })
}

function tellDoubts(terminal: Terminal, { warnings, leftOut }: ArenaPlan): void {
  for (const warning of warnings) note(terminal, `warning: ${problemText(warning)}`)
  for (const warning of leftOut) note(terminal, `warning: ${warningText(warning)}`)
}

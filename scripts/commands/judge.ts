import type { Command } from 'commander'
import { arenaNamed } from '../../server/arenas/index.ts'
import { judgeArena } from '../../server/judging/index.ts'
import { finish } from '../judging/finish.ts'
import { addRunOptions } from '../judging/run-options.ts'
import type { RunFlags } from '../judging/run-options.ts'
import { seeThrough } from '../judging/see-through.ts'
import { withHouse } from '../terminal/house.ts'
import { wholeNumber } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'

type JudgeFlags = RunFlags & { repeat: number }

/** `judge ARENA`: judges what an arena's plan asks for and is not judged yet. */
export function judge(program: Command, terminal: Terminal): void {
  const command = program
    .command('judge')
    .description(
      'judge what an arena lacks, by the judges and the plan of its arena.yaml; goes on where it was left',
    )
    .argument('<arena>', 'its slug')
    .option(
      '--repeat <k>',
      'examine the same answers so often; what is beyond the first shows how far a judge agrees with itself, and is no vote',
      wholeNumber(1, 100),
      1,
    )
  addRunOptions(command).action((slug: string, flags: JudgeFlags) =>
    withHouse(terminal, async (house) => {
      const arena = await arenaNamed(house.deps.db, slug)
      const { budget, judges, votesPerPair, repeat: repeats, retryFailed } = flags
      await judgeArena(house.deps, arena, { budgetUsd: budget, judges, votesPerPair, repeats, retryFailed })
      const progress = await seeThrough(terminal, house, arena, flags.concurrency ?? null)
      await finish(terminal, house, arena, progress, { json: flags.json, goOn: `deadheat judge ${slug}` })
    }),
  )
}

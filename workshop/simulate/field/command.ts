import { Command } from 'commander'
import { UsageError } from '../../../scripts/cli/terminal/errors.ts'
import { wholeNumber } from '../../../scripts/cli/terminal/options.ts'
import { print } from '../../../scripts/cli/terminal/output.ts'
import type { Terminal } from '../../../scripts/cli/terminal/terminal.ts'
import { asCommand } from '../as-command.ts'
import { equal, spread } from '../strengths.ts'
import { runTasks } from '../threads.ts'
import type { FieldScore, FieldTask } from './board-score.ts'
import { percentOf, reportPeers } from './peer-command.ts'
import { scorePairing } from './pairing-score.ts'
import { PAIRINGS } from './pairings.ts'
import type { By, World } from './world.ts'
import { ALL_WORLDS } from './all-worlds.ts'
import { msg } from '../../../shared/messages/index.ts'

interface Options {
  pairing: boolean
  peers: boolean
  worlds?: string
  boards?: number
  rounds: number
  seed: number
  threads: number
}

const WORKER = new URL('./worker.ts', import.meta.url)

/** `simulate field`: what boards declare if prompts and voters are like those of real arenas. */
export async function field(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('simulate field')
    .description(
      'Boards whose prompts and voters are unequal, or of two kinds: how often anything false is declared.',
    )
    .option('--pairing', 'boards whose pairs follow results, and others: how often that is seen', false)
    .option('--peers', 'power at equal error beside other rules, in worlds of unequal strengths', false)
    .option('--worlds <words>', 'only worlds whose name holds these words')
    .option('--boards <n>', 'boards a world, in place of its own number', wholeNumber(1))
    .option('--rounds <n>', 'bootstrap rounds', wholeNumber(20), 300)
    .option('--seed <n>', 'seed', wholeNumber(0, 2 ** 21 - 1), 1)
    .option('--threads <n>', 'threads to run on', wholeNumber(1, 64), 1)
  return asCommand<Options>(program, args, terminal, report)
}

async function report(options: Options, terminal: Terminal): Promise<void> {
  if (options.pairing) return reportPairing(options, terminal)
  const { worlds: words = '', boards, rounds, seed, threads } = options
  const worlds = ALL_WORLDS.filter(({ group, name }) => `${group}: ${name}`.includes(words))
  if (worlds.length === 0) throw new UsageError(msg('no_such_world', { words }))
  if (options.peers) return reportPeers(worlds, { boards, rounds, seed }, terminal)
  print(terminal, '| world | resampled by | any false | false winner | declared pairs |')
  print(terminal, '|---|---|--:|--:|--:|')
  const rows = worlds.flatMap((world) =>
    world.by.map((by) => ({
      world,
      task: { world: world.name, by, boards: boards ?? world.boards, rounds, seed },
    })),
  )
  const scores = new Map<FieldTask, FieldScore>()
  let printed = 0
  const tasks = rows.map(({ task }) => task)
  const stop = new AbortController()
  await runTasks(WORKER, tasks, threads, stop.signal, (task: FieldTask, score: FieldScore) => {
    scores.set(task, score)
    for (let row = rows[printed]; row && scores.has(row.task); row = rows[++printed])
      print(terminal, line(row.world, row.task.by, scores.get(row.task)!))
  })
}

/** Numbers of contestants, each with the number of votes on each contestant. */
const SIZES = [
  { contestants: 3, votesEach: 150 },
  { contestants: 5, votesEach: 150 },
  { contestants: 8, votesEach: 100 },
  { contestants: 20, votesEach: 60 },
]

function reportPairing(
  { worlds: words = '', boards = 200, rounds, seed }: Options,
  terminal: Terminal,
): void {
  print(
    terminal,
    '| pairing | contestants | recognised | with times | uneven | any false | with times | unchecked | unchecked, all looks | declared | unchecked |',
  )
  print(terminal, '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const rule of PAIRINGS.filter(({ name }) => name.includes(words)))
    for (const { contestants, votesEach } of SIZES)
      for (const strengths of [equal(contestants), spread(contestants)]) {
        const votes = (votesEach * contestants) / 2
        const score = scorePairing(rule, strengths, votes, { boards, rounds, seed })
        const figures = [
          score.recognised,
          score.recognisedInTime,
          score.uneven,
          score.checked,
          score.checkedInTime,
          score.unchecked,
          score.anyLooks,
        ]
        const kind = strengths.every((own) => own === 0) ? 'equals' : 'spread'
        print(
          terminal,
          `| ${rule.name} | ${contestants} ${kind} | ${figures.map((count) => percentOf(count, boards)).join(' | ')} | ${shareOf(score.declared, score.unequal)} | ${shareOf(score.declaredUnchecked, score.unequal)} |`,
        )
      }
}

const shareOf = (count: number, all: number) => (all > 0 ? ((100 * count) / all).toFixed(1) : '')

function line(
  world: World,
  by: By,
  { boards, anyFalse, falseWinner, unequal, declared }: FieldScore,
): string {
  const percent = (count: number) => percentOf(count, boards)
  const pairs = shareOf(declared, unequal)
  const promise = world.promised.includes(by) ? '' : ' (not promised)'
  return `| ${world.name} | ${by}${promise} | ${percent(anyFalse)} | ${percent(falseWinner)} | ${pairs} |`
}

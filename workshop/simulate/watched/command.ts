import { Command } from 'commander'
import { UsageError } from '../../../scripts/cli/terminal/errors.ts'
import { wholeNumber } from '../../../scripts/cli/terminal/options.ts'
import { print } from '../../../scripts/cli/terminal/output.ts'
import type { Terminal } from '../../../scripts/cli/terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'
import { asCommand } from '../as-command.ts'
import { shareOf } from '../score.ts'
import { runTasks } from '../threads.ts'
import { ALTERNATIVES, AT_LEVELS, crossings, HORIZONS } from './limit.ts'
import type { Boundary } from './limit.ts'
import { votesOfLife } from './life.ts'
import type { Life } from './life.ts'
import { LIVES } from './lives.ts'
import { median } from './score.ts'
import type { WatchedScore, WatchedTask } from './score.ts'
import { looksOf } from './watch.ts'

interface Options {
  worlds?: string
  boards?: number
  rounds: number
  seed: number
  threads: number
  limit?: true
}

const WORKER = new URL('./worker.ts', import.meta.url)

/** `simulate watched`: what boards declare if somebody looks at them while votes come in. */
export async function watched(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('simulate watched')
    .description(
      'Boards that are looked at while votes come in: how often anything false is declared at any look.',
    )
    .option('--worlds <words>', 'only lives whose name holds these words')
    .option('--boards <n>', 'boards of each kind, in place of its own number', wholeNumber(1))
    .option('--rounds <n>', 'bootstrap rounds', wholeNumber(20), 100)
    .option('--seed <n>', 'seed', wholeNumber(0, 2 ** 21 - 1), 1)
    .option('--threads <n>', 'threads to run on', wholeNumber(1, 64), 1)
    .option('--limit', 'the boundary itself, on random walks, up to 100,000 votes on each contestant')
  return asCommand<Options>(program, args, terminal, (options, own) =>
    options.limit ? limit(options, own) : report(options, own),
  )
}

/** Prints how often the boundary is crossed, at the level in use and at less strict ones, and other boundaries. */
function limit({ boards = 2000, seed }: Options, terminal: Terminal): void {
  const head = (name: string, more: string[] = []) => {
    const votes = HORIZONS.map((horizon) => `${horizon} votes each`)
    print(terminal, `| contestants | ${[name, ...votes, ...more].join(' | ')} |`)
    print(terminal, `|--:|--:|${[...votes, ...more].map(() => '--:').join('|')}|`)
  }
  const livesOf = (contestants: number) => (contestants < 20 ? boards : Math.ceil(boards / 2))
  head('level')
  for (const contestants of [2, 3, 5, 8, 20, 50, 100]) {
    const { shares } = crossings(AT_LEVELS, contestants, livesOf(contestants), seed)
    shares.forEach((own, i) => row(terminal, contestants, AT_LEVELS[i], own))
  }
  print(terminal, '')
  head(
    'boundary',
    HORIZONS.map((horizon) => `length at ${horizon}`),
  )
  for (const contestants of [2, 5, 20]) {
    const { shares, lengths } = crossings(ALTERNATIVES, contestants, livesOf(contestants), seed)
    shares.forEach((own, i) => row(terminal, contestants, ALTERNATIVES[i], own, lengths[i]))
  }
}

const row = (
  terminal: Terminal,
  contestants: number,
  { name }: Boundary,
  shares: number[],
  lengths: number[] = [],
): void => {
  const figures = [...shares.map((share) => share.toFixed(1)), ...lengths.map((length) => length.toFixed(2))]
  print(terminal, `| ${[contestants, name, ...figures].join(' | ')} |`)
}

async function report(options: Options, terminal: Terminal): Promise<void> {
  const { worlds: words = '', boards, rounds, seed, threads } = options
  const lives = LIVES.filter(({ group, name }) => `${group}: ${name}`.includes(words))
  if (lives.length === 0) throw new UsageError(msg('no_such_world', { words }))
  print(
    terminal,
    '| life | resampled by | boards | votes each | looks | any false | false winner | one look’s rule: any false | declared pairs | one look’s rule | all differences | votes until named | one look’s rule | length |',
  )
  print(terminal, '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  const rows = lives.map((life): { life: Life; task: WatchedTask } => ({
    life,
    task: { life: life.name, lives: boards ?? life.lives, rounds, seed },
  }))
  const scores = new Map<WatchedTask, WatchedScore>()
  let printed = 0
  const tasks = rows.map(({ task }) => task)
  const stop = new AbortController()
  await runTasks(WORKER, tasks, threads, stop.signal, (task, score: WatchedScore) => {
    scores.set(task, score)
    for (let row = rows[printed]; row && scores.has(row.task); row = rows[++printed])
      print(terminal, line(row.life, scores.get(row.task)!))
  })
}

function line(life: Life, score: WatchedScore): string {
  const percent = (count: number) => {
    const { share, error } = shareOf(count, score.lives)
    return `${(100 * share).toFixed(1)} ± ${(100 * error).toFixed(1)}`
  }
  const ofPairs = (count: number) => (score.unequal > 0 ? ((100 * count) / score.unequal).toFixed(1) : '')
  const hasBest = life.strengths.filter((own) => own === Math.max(...life.strengths)).length === 1
  const until = (votes: (number | null)[]) => {
    const half = median(votes)
    return !hasBest ? '' : half === Infinity ? 'not by half' : `${half}`
  }
  const cells = [
    `${life.name}${life.promised ? '' : ' (not promised)'} | ${life.by}`,
    score.lives,
    Math.round((2 * votesOfLife(life)) / life.strengths.length),
    looksOf(life).length,
    percent(score.anyFalse[0]),
    percent(score.falseWinner[0]),
    percent(score.anyFalse[1]),
    ofPairs(score.declared[0]),
    ofPairs(score.declared[1]),
    life.by === 'both' ? '' : ofPairs(score.declaredByAll),
    until(score.namedAt[0]),
    until(score.namedAt[1]),
    median(score.stretch).toFixed(2),
  ]
  return `| ${cells.join(' | ')} |`
}

import { Command } from 'commander'
import { UsageError } from '../../../scripts/cli/terminal/errors.ts'
import { wholeNumber } from '../../../scripts/cli/terminal/options.ts'
import { print } from '../../../scripts/cli/terminal/output.ts'
import type { Terminal } from '../../../scripts/cli/terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'
import { asCommand } from '../as-command.ts'
import { runTasks } from '../threads.ts'
import { ATTACKS, ORIGINS } from './attackers.ts'
import type { Attack, AttackKind, Origin } from './attackers.ts'
import { WORLDS } from './score.ts'
import type { AttackScore, AttackTask } from './score.ts'

interface Options {
  worlds?: string
  attacks?: string
  boards: number
  votes: number
  rounds: number
  seed: number
  cap: number
  threads: number
}

const WORKER = new URL('./worker.ts', import.meta.url)
const SHARES = [0.001, 0.01, 0.05]
const PROMPTS = 50

/** `simulate attacks`: how far attackers move a board, and which voters are accused. */
export async function attacks(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('simulate attacks')
    .description('Boards with attackers among their voters: how far they move it, and who is accused.')
    .option('--worlds <words>', 'only arenas whose name holds these words')
    .option('--attacks <words>', 'only attacks whose row holds these words')
    .option('--boards <n>', 'boards of each kind', wholeNumber(1), 40)
    .option('--votes <n>', 'honest votes on each board', wholeNumber(100), 4000)
    .option('--rounds <n>', 'bootstrap rounds', wholeNumber(20), 100)
    .option('--seed <n>', 'seed', wholeNumber(0, 2 ** 21 - 1), 1)
    .option(
      '--cap <percent>',
      'votes of one voter that count under a cap, in per cent of all',
      wholeNumber(1, 100),
      1,
    )
    .option('--threads <n>', 'threads to run on', wholeNumber(1, 64), 1)
  return asCommand<Options>(program, args, terminal, report)
}

async function report(options: Options, terminal: Terminal): Promise<void> {
  const { worlds = '', attacks: words = '', boards, votes, rounds, seed, cap, threads } = options
  const rows = WORLDS.filter(({ name }) => name.includes(worlds))
    .flatMap(({ name }) => plans().map((attack) => ({ world: name, attack })))
    .filter(({ attack }) => nameOf(attack).includes(words))
    .map(({ world, attack }): { name: string; task: AttackTask } => ({
      name: `${world} | ${nameOf(attack)}`,
      task: { world, attack, boards, votes, prompts: PROMPTS, rounds, seed, cap: cap / 100 },
    }))
  if (rows.length === 0) throw new UsageError(msg('no_such_world', { words: `${worlds} ${words}`.trim() }))
  print(
    terminal,
    '| arena | attack | votes | from | moved | defended | capped too | places | defended | any false: honest | attacked | defended | capped too | of the target: attacked | defended | pairs declared: honest | attacked | defended | capped too | unnoticed | noticed | votes caught | honest voters accused | their votes | one-sided accused |',
  )
  print(terminal, `|---|---|--:|---|${'--:|'.repeat(21)}`)
  const scores = new Map<AttackTask, AttackScore>()
  let printed = 0
  const tasks = rows.map(({ task }) => task)
  const stop = new AbortController()
  await runTasks(WORKER, tasks, threads, stop.signal, (task: AttackTask, score: AttackScore) => {
    scores.set(task, score)
    for (let row = rows[printed]; row && scores.has(row.task); row = rows[++printed])
      print(terminal, `| ${row.name} | ${cellsOf(scores.get(row.task)!).join(' | ')} |`)
  })
}

/** Every attack from every origin; a cookie with one vote can neither hide nor sleep. */
function plans(): (Attack | null)[] {
  return [
    null,
    ...ATTACKS.flatMap((kind: AttackKind) =>
      SHARES.flatMap((share) =>
        (Object.keys(ORIGINS) as Origin[])
          .filter((origin) => ORIGINS[origin].each > 1 || kind === 'target only' || kind === 'downvotes')
          .map((origin) => ({ kind, share, origin })),
      ),
    ),
  ]
}

const nameOf = (attack: Attack | null) =>
  attack ? `${attack.kind} | ${100 * attack.share} % | ${attack.origin}` : 'none | | '

function cellsOf(score: AttackScore): string[] {
  const { boards, moved, places, anyFalse, declared, falseOnTarget } = score
  const mean = (sum: number) => (sum / boards).toFixed(1)
  const share = (count: number, all: number) => (all === 0 ? '' : ((100 * count) / all).toFixed(1))
  return [
    mean(moved.attacked),
    mean(moved.defended),
    mean(moved.capped),
    mean(places.attacked),
    mean(places.defended),
    ...[anyFalse.honest, anyFalse.attacked, anyFalse.defended, anyFalse.capped].map((count) =>
      share(count, boards),
    ),
    share(falseOnTarget.attacked, boards),
    share(falseOnTarget.defended, boards),
    ...[declared.honest, declared.attacked, declared.defended, declared.capped].map(mean),
    share(score.unnoticed, boards),
    share(score.alarmed, boards),
    share(score.caughtVotes, score.attackVotes),
    share(score.accusedVoters, score.honestVoters),
    share(score.accusedVotes, score.honestVotes),
    share(score.accusedSided, score.sidedVoters),
  ]
}

/** The rounds of other engines on the same files, if they are installed. `peers.py` runs each. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { machine, seconds, table, times } from './figures.ts'
import { measured } from './rate.ts'
import { votesFile } from './synthetic-votes.ts'

/** The engines, and what must be installed to run each. */
const PEERS = {
  choix: 'pip install choix pandas',
  FastChat:
    'git clone https://github.com/lm-sys/FastChat, DEADHEAT_FASTCHAT=that folder, pip install pandas scipy tqdm',
  evalica: 'pip install evalica pandas',
}

/** What `peers.py` prints: seconds of user CPU of all its processes. */
interface Timed {
  version: string
  rounds: number
  bootstrap: number
}

const PYTHON = process.env['DEADHEAT_PYTHON'] ?? 'python3'
const ROUNDS = 1000
const PATIENCE_MS = 600_000
/** One thread: matrices this small gain nothing from more, and threads that wait in a loop would count as work. */
const ONE_THREAD = { OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' }

function timed(engine: string, path: string): Timed | { missing: string } {
  const args = [join(import.meta.dirname, 'peers.py'), engine, path, String(ROUNDS)]
  const { status, stdout, stderr, error } = spawnSync(PYTHON, args, {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    env: { ...process.env, ...ONE_THREAD },
  })
  if (error && 'code' in error && error.code === 'ETIMEDOUT')
    return { missing: `no answer within ${PATIENCE_MS / 60_000} minutes` }
  if (error) return { missing: `${PYTHON} did not start (${error.message}); set DEADHEAT_PYTHON` }
  if (status === 0) return JSON.parse(stdout)
  return { missing: stderr.trim().split('\n').at(-1) ?? '' }
}

export function benchPeers(): void {
  console.log(`${machine()}\nSeconds of user CPU of ${ROUNDS} rounds, all processes together`)
  const names = ['a', 'b', 'c'] as const
  const paths = names.map(votesFile)
  const own = names.map((name) => measured(name).rounds)
  const rows = [
    ['engine', 'a', 'b', 'c'],
    ['Deadheat', ...own.map(seconds)],
  ]
  const missing: string[] = []
  for (const [engine, get] of Object.entries(PEERS)) {
    const row = [engine]
    for (const [i, path] of paths.entries()) {
      const result = timed(engine, path)
      if ('missing' in result) {
        missing.push(`${engine}: not run (${result.missing}). To get it: ${get}`)
        break
      }
      row[0] = `${engine} ${result.version}`
      // slow tools run fewer rounds, and the time is scaled
      const bootstrap = (result.bootstrap * ROUNDS) / result.rounds
      row.push(`${seconds(bootstrap)} (${times(bootstrap / own[i]!)})`)
    }
    if (row.length > 1) rows.push(row)
  }
  console.log([table(rows), ...missing, machine()].join('\n\n'))
}

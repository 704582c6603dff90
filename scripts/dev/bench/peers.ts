/** The same files in other engines, if they are installed. A small Python script runs each. */
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { machine } from './machine.ts'
import { CASES, votesFile } from './synthetic-votes.ts'
import { seconds, table, times } from './table.ts'

interface Peer {
  name: string
  /** What must be installed to run it. */
  get: string
}

const PEERS: Record<string, Peer> = {
  'time_evalica.py': { name: 'evalica', get: 'pip install evalica pandas' },
  'time_choix.py': { name: 'choix', get: 'pip install choix pandas' },
  'time_arena_rank.py': { name: 'arena-rank', get: 'pip install arena-rank pandas' },
  'time_fastchat.py': {
    name: 'FastChat',
    get: 'git clone https://github.com/lm-sys/FastChat, DEADHEAT_FASTCHAT=that folder, pip install pandas scipy tqdm',
  },
}

/** The output of every script: seconds of user CPU of all its processes. `read` is from the file to counted pairs. */
interface Timed {
  version: string
  read: number
  fit: number
  rounds: number
  bootstrap: number
}

const PYTHON = process.env['DEADHEAT_PYTHON'] ?? 'python3'
const ROUNDS = 1000
const PATIENCE_MS = 600_000
/** One thread: matrices this small gain nothing from more, and threads that wait in a loop would count as work. */
const ONE_THREAD = { OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' }

function timed(script: string, path: string): Timed | { missing: string } {
  const args = [join(import.meta.dirname, 'peers', script), path, String(ROUNDS)]
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

function ours(path: string): Timed {
  const args = [join(import.meta.dirname, 'measure.ts'), path, String(ROUNDS)]
  const { read, fit, rounds } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  return { version: 'this tree', read, fit, rounds: ROUNDS, bootstrap: rounds }
}

export function benchPeers(): void {
  console.log(`${machine()}\nSeconds of user CPU, all processes together`)
  const missing = new Map<string, string>()
  for (const name of ['a', 'b', 'c'] as const) {
    const path = votesFile(CASES[name])
    const ourTimes = ours(path)
    const rows = [
      ['engine', 'version', 'read', 'point fit', `${ROUNDS} rounds`, 'rounds / ours'],
      [
        'Deadheat',
        ourTimes.version,
        seconds(ourTimes.read),
        seconds(ourTimes.fit),
        seconds(ourTimes.bootstrap),
        '',
      ],
    ]
    for (const [script, peer] of Object.entries(PEERS)) {
      if (missing.has(peer.name)) continue
      const result = timed(script, path)
      if ('missing' in result) {
        missing.set(peer.name, `not run (${result.missing}). To get it: ${peer.get}`)
        continue
      }
      // slow tools run fewer rounds; the output says so and scales the time
      const bootstrap = (result.bootstrap * ROUNDS) / result.rounds
      const shown = seconds(bootstrap) + (result.rounds < ROUNDS ? ` (from ${result.rounds})` : '')
      const ratio = times(bootstrap / ourTimes.bootstrap)
      rows.push([peer.name, result.version, seconds(result.read), seconds(result.fit), shown, ratio])
    }
    console.log(`\n${name}: ${CASES[name].votes.toLocaleString('en')} votes of ${CASES[name].contestants}`)
    console.log(table(rows))
  }
  for (const [name, why] of missing) console.log(`\n${name}: ${why}`)
  console.log(`\n${machine()}`)
}

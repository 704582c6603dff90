/** The same files through other engines, where they are installed; each by a small Python script of our own. */
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { machine } from './machine.ts'
import { CASES, votesFile } from './synthetic-votes.ts'
import { seconds, table, times } from './table.ts'

interface Peer {
  name: string
  /** What it takes to run it. */
  get: string
}

const PEERS: Record<string, Peer> = {
  'time_evalica.py': { name: 'evalica', get: 'pip install evalica pandas' },
  'time_choix.py': { name: 'choix', get: 'pip install choix pandas' },
}

/** As every script prints it: seconds of wall time after the file is in memory. */
interface Timed {
  version: string
  read: number
  fit: number
  rounds: number
  bootstrap: number
}

const PYTHON = process.env['DEADHEAT_PYTHON'] ?? 'python3'
const ROUNDS = 100
const PATIENCE_MS = 300_000

function timed(script: string, path: string): Timed | { missing: string } {
  const args = [join(import.meta.dirname, 'peers', script), path, String(ROUNDS)]
  const { status, stdout, stderr, error } = spawnSync(PYTHON, args, {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
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
  console.log(machine())
  const missing = new Map<string, string>()
  for (const name of ['a', 'b'] as const) {
    const path = votesFile(CASES[name])
    const own = ours(path)
    const rows = [
      ['engine', 'version', 'read', 'point fit', `${ROUNDS} rounds`, 'rounds / ours'],
      ['Deadheat', own.version, seconds(own.read), seconds(own.fit), seconds(own.bootstrap), ''],
    ]
    for (const [script, peer] of Object.entries(PEERS)) {
      if (missing.has(peer.name)) continue
      const result = timed(script, path)
      if ('missing' in result) {
        missing.set(peer.name, `not run (${result.missing}). To get it: ${peer.get}`)
        continue
      }
      // fewer rounds where a round takes seconds: told, and counted in proportion
      const bootstrap = (result.bootstrap * ROUNDS) / result.rounds
      const shown = seconds(bootstrap) + (result.rounds < ROUNDS ? ` (from ${result.rounds})` : '')
      const ratio = times(bootstrap / own.bootstrap)
      rows.push([peer.name, result.version, seconds(result.read), seconds(result.fit), shown, ratio])
    }
    console.log(`\n${name}: ${CASES[name].votes.toLocaleString('en')} votes of ${CASES[name].contestants}`)
    console.log(table(rows))
  }
  for (const [name, why] of missing) console.log(`\n${name}: ${why}`)
}

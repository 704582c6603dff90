/** `npm run bench -- commands FOLDER…`: the processor time of commands of packages that are installed in these folders. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { machine, median, seconds, table, times } from './figures.ts'
import { writeVotes } from './import.ts'

/** Has each process of a command print its processor time, as user and as system, when it ends. */
const REPORT = `import { isMainThread } from 'node:worker_threads'
if (isMainThread) process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  process.stderr.write('\\n@cpu ' + (user + system) + '\\n')
})`
const VOTES = join(import.meta.dirname, '../../examples/votes.csv')
const REPLIES = join(import.meta.dirname, '../../examples/replies.csv')
const [ARENA, TIMES] = ['support-replies', 5]

const COMMANDS = (turn: number): string[] => [
  '--version',
  '--help',
  `init begun-${turn}`,
  `look ${VOTES}`,
  `rate ${VOTES}`,
  'rate million.csv',
  `compare ${ARENA} Warm-v3 Baseline`,
  `import replies ${REPLIES} --dry-run --yes`,
  `export ${ARENA} votes`,
  'verify board.json votes.csv',
]

/** @throws {Error} if the command fails; that something is not shown is no failure */
async function measured(args: string[], cwd: string): Promise<{ cpu: number; stdout: string }> {
  const env = {
    ...process.env,
    DEADHEAT_DATA: join(cwd, 'data'),
    NODE_OPTIONS: `--import ${join(cwd, 'report.mjs')}`,
  }
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (![0, 1, 4].includes(code)) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)
  const spent = [...stderr.matchAll(/^@cpu (\d+)$/gm)].map(([, cpu]) => Number(cpu) / 1e6)
  return { cpu: spent.reduce((sum, cpu) => sum + cpu, 0), stdout }
}

/** The median processor time of each command, and what it is in times of `node -e 0`. */
async function measuredRows(folder: string): Promise<string[][]> {
  const bin = join(resolve(folder), 'node_modules/deadheat/bin.mjs')
  if (!existsSync(bin)) throw new Error(`${folder} has no package: run npm install TARBALL there.`)
  const cwd = mkdtempSync(join(tmpdir(), 'deadheat-bench-commands-'))
  const deadheat = (line: string) => measured([bin, ...line.split(' ')], cwd)
  const medianOf = async (run: (turn: number) => Promise<{ cpu: number }>) => {
    const all: number[] = []
    for (let turn = 0; turn < TIMES; turn++) all.push((await run(turn)).cpu)
    return median(all)
  }
  try {
    writeFileSync(join(cwd, 'report.mjs'), REPORT)
    await writeVotes(join(cwd, 'million.csv'), 1_000_000)
    await deadheat('db seed')
    writeFileSync(join(cwd, 'votes.csv'), (await deadheat(`export ${ARENA} votes`)).stdout)
    writeFileSync(join(cwd, 'board.json'), (await deadheat(`board ${ARENA} --json`)).stdout)
    const least = await medianOf(() => measured(['-e', '0'], cwd))
    const rows = [['node -e 0', seconds(least), times(1)]]
    for (const [at, line] of COMMANDS(0).entries()) {
      const cpu = await medianOf((turn) => deadheat(COMMANDS(turn)[at]!))
      rows.push([line.replace(/\S+\//g, ''), seconds(cpu), times(cpu / least)])
    }
    return rows
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

/** Prints a table for each folder. */
export async function benchCommands(folders: readonly string[]): Promise<void> {
  console.log(machine())
  for (const folder of folders) console.log(`\n${folder}\n${table(await measuredRows(folder))}`)
}

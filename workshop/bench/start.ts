/** How long `rate` takes on a file of a few votes: the start of the command, beside that of Node alone. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyFiles, bundleRate } from '../package/emit.ts'
import { machine, median, seconds, table, times } from './figures.ts'

const ROOT = join(import.meta.dirname, '../..')
const VOTES = `model_a,model_b,winner\n${'A,B,model_a\nB,A,tie\nB,C,model_b\nC,A,model_a\n'.repeat(25)}`
/** Of one tick of the processor's clock on Linux. */
const TICK_SECONDS = 0.01

/** One way to start, as arguments of Node. */
type Way = [name: string, ...args: string[]]

/** @param runs of each way, in turn */
export async function benchStart(runs: number): Promise<void> {
  console.log(machine())
  const parent = join(ROOT, 'dist')
  mkdirSync(parent, { recursive: true })
  // below the checkout, whose packages it finds
  const folder = mkdtempSync(join(parent, 'bench-start-'))
  try {
    copyFiles(ROOT, folder)
    cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
    await bundleRate(ROOT, folder)
    const votes = join(folder, 'votes.csv')
    writeFileSync(votes, VOTES)
    const ways: Way[] = [
      ['node -e 0', '-e', '0'],
      ['rate of the package', join(folder, 'bin.mjs'), 'rate', votes],
      ['rate of the checkout', join(ROOT, 'scripts/deadheat.mjs'), 'rate', votes],
    ]
    console.log(`\n100 votes, medians of ${runs} runs after one that fills Node's cache`)
    console.log(table(measured(ways, runs, folder)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`\n${machine()}`)
}

function measured(ways: readonly Way[], runs: number, folder: string): string[][] {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') }
  const start = ([, ...args]: Way) => {
    const [begun, before] = [performance.now(), cpuOfChildren()]
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return { wall: (performance.now() - begun) / 1000, cpu: cpuOfChildren() - before }
  }
  for (const way of ways) start(way)
  const all = ways.map(() => [] as ReturnType<typeof start>[])
  for (let run = 0; run < runs; run++) ways.forEach((way, n) => all[n]!.push(start(way)))
  const figures = all.map((times) => ({
    wall: median(times.map(({ wall }) => wall)),
    // a tick is coarse for one run
    cpu: times.reduce((sum, { cpu }) => sum + cpu, 0) / runs,
  }))
  return [
    ['', 'wall', 'CPU', 'CPU / node -e 0'],
    ...ways.map(([name], n) => {
      const { wall, cpu } = figures[n]!
      return [name, seconds(wall), seconds(cpu), times(cpu / figures[0]!.cpu)]
    }),
  ]
}

/** CPU seconds of all children that ended, and theirs. NaN where the system has no /proc. */
function cpuOfChildren(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[13]) + Number(fields[14])) * TICK_SECONDS
  } catch {
    return NaN
  }
}

/** `npm run bench -- import [--large]`: votes into an arena, in its own process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { machine, seconds, table } from './figures.ts'

// A command of the terminal in its own process, with its time and its highest memory.

const ENTRY = join(import.meta.dirname, '../../scripts/deadheat.ts')
const REPORT = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\nmaxRSS '+process.resourceUsage().maxRSS+'\\n'))`

interface Measured {
  seconds: number
  /** In MB. */
  memory: number
}

/** @throws {Error} if the command fails */
async function measuredCommand(args: readonly string[], env: Record<string, string>): Promise<Measured> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--import', REPORT, ENTRY, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit'), text(child.stdout)])
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)
  return {
    seconds: (performance.now() - startedAt) / 1000,
    memory: Number(/maxRSS (\d+)/.exec(stderr)![1]) / 1024,
  }
}

const SMALL = 100_000
const LARGE = 1_000_000
/** @param isLarge also with a million votes: takes minutes */
export async function benchImport(isLarge: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-import-'))
  chmodSync(folder, 0o755)
  console.log(machine())
  const database = await openDatabase({ dataDir: folder })
  try {
    const env = { DATABASE_URL: database.connectionString, DEADHEAT_DATA: folder }
    const rows = [['votes', 'import', 'memory', 'again'], await measureFile(folder, env, SMALL)]
    if (isLarge) rows.push(await measureFile(folder, env, LARGE))
    console.log(table(rows))
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function measureFile(folder: string, env: Record<string, string>, votes: number): Promise<string[]> {
  const slug = `votes-${votes}`
  const file = join(folder, `${slug}.csv`)
  process.stderr.write(`${slug} …\n`)
  await writeVotes(file, votes)
  const brought = await measuredCommand(['import', slug, file, '--yes'], env)
  const again = await measuredCommand(['import', slug, file, '--yes'], env)
  return [
    votes.toLocaleString('en'),
    seconds(brought.seconds),
    `${Math.round(Math.max(brought.memory, again.memory))} MB`,
    seconds(again.seconds),
  ]
}

const FLUSH = 1 << 20
const [CONTESTANTS, PROMPTS, VOTERS] = [100, 10_000, 20_000]
const START = 1_767_225_600

/** Writes votes of voters on prompts, each with an id and a time, as CSV. The same number gives the same file everywhere. */
export async function writeVotes(path: string, votes: number): Promise<void> {
  const stream = new RandomStream(votes, 0)
  const below = (count: number) => Math.floor(count * stream.uniform())
  const file = createWriteStream(path)
  let text = 'id,question_id,model_a,model_b,winner,judge,tstamp,category\n'
  for (let vote = 0; vote < votes; vote++) {
    const a = below(CONTESTANTS)
    const b = (a + 1 + below(CONTESTANTS - 1)) % CONTESTANTS
    const prompt = below(PROMPTS)
    const winner = ['model_a', 'model_b', 'tie'][below(3)]
    text += `vote-${vote},q${prompt},model-${a},model-${b},${winner},voter-${below(VOTERS)},${START + vote},category-${prompt % 7}\n`
    if (text.length < FLUSH) continue
    if (!file.write(text)) await once(file, 'drain')
    text = ''
  }
  file.end(text)
  await once(file, 'finish')
}

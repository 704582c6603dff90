/** `npm run bench -- votes [--large]`: how long an import of a file of votes takes, and in how much memory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { inFolder } from '../chaos/world.ts'
import { machine, seconds, table } from './figures.ts'

const [SMALL, LARGE] = [100_000, 1_000_000]

/** @param isLarge a million votes in place of a hundred thousand: takes minutes */
export const benchVotes = (isLarge: boolean): Promise<void> =>
  inFolder(async (folder) => {
    const votes = isLarge ? LARGE : SMALL
    const file = join(folder, 'votes.csv')
    console.log(machine())
    await writeVotes(file, votes)
    console.log(`\n${votes.toLocaleString('en')} votes`)
    console.log(table([['', 'seconds', 'memory'], ...(await importRows(folder, file))]))
  })

async function importRows(folder: string, file: string): Promise<string[][]> {
  const database = await openDatabase({ dataDir: folder })
  try {
    const env = { DATABASE_URL: database.connectionString, DEADHEAT_DATA: folder }
    const rows: string[][] = []
    for (const what of ['import', 'again']) {
      process.stderr.write(`${what} …\n`)
      const spent = await measuredCommand(['import', 'votes', file, '--yes'], env)
      rows.push([what, seconds(spent.seconds), `${Math.round(spent.memory)} MB`])
    }
    return rows
  } finally {
    await database.close()
  }
}

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

// Files of votes.

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

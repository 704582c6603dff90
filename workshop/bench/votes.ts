/**
 * `npm run bench -- votes [--large]`: files of votes. How long an import takes and in how much memory, and our readers of CSV
 * and JSON against kept libraries.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { JSONParser } from '@streamparser/json'
import { parse } from 'csv-parse'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { CsvRows } from '../../server/transfer/formats/csv.ts'
import { JsonList, type JsonElement } from '../../server/transfer/formats/json.ts'
import { readLines } from '../../server/transfer/formats/lines.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { inFolder } from '../chaos/world.ts'
import { machine, seconds, table, times } from './figures.ts'

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
    console.log('\nProcessor time of readers')
    console.log(table([['', 'ours', 'library', ''], ...(await readerRows(folder, file))]))
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

// Readers.

/** How a file of votes is read: each gives rows, and how many cells they have. */
type Read = (path: string) => Promise<number>

const ofCsv: Record<'ours' | 'library', Read> = {
  async ours(path) {
    const rows = new CsvRows({ separator: ',', skip: 0, quote: '"' })
    let count = 0
    for await (const lines of readLines(createReadStream(path)))
      for (const row of rows.take(lines)) count += 'cells' in row ? row.cells.length : 0
    return count
  },
  async library(path) {
    let count = 0
    const countCells = (cells: string[]) => {
      count += cells.length
      return null
    }
    await pipeline(createReadStream(path), parse({ onRecord: countCells }).resume())
    return count
  },
}

const ofJson: Record<'ours' | 'library', Read> = {
  async ours(path) {
    let [list, count]: [JsonList | null, number] = [null, 0]
    const add = (elements: JsonElement[]) => {
      for (const element of elements)
        if ('text' in element) count += Object.keys(JSON.parse(element.text) as object).length
    }
    for await (const chunk of createReadStream(path)) {
      list ??= new JsonList(chunk as Buffer, path)
      add(list.take(chunk as Buffer))
    }
    list!.end()
    return count
  },
  async library(path) {
    const parser = new JSONParser({ paths: ['$.*'], keepStack: false })
    let count = 0
    parser.onValue = ({ value }) => void (count += Object.keys(value as object).length)
    for await (const chunk of createReadStream(path)) parser.write(chunk as Buffer)
    return count
  },
}

async function readerRows(folder: string, plain: string): Promise<string[][]> {
  const [quoted, list] = ['quoted.csv', 'list.json'].map((name) => join(folder, name))
  await pipeline(withTexts(plain), createWriteStream(quoted!))
  await pipeline(asList(plain), createWriteStream(list!))
  const files = [
    ['CSV, csv-parse', plain, ofCsv],
    ['CSV with quotes, csv-parse', quoted!, ofCsv],
    ['a list of JSON, @streamparser/json', list!, ofJson],
  ] as const
  const rows: string[][] = []
  for (const [what, path, readers] of files) {
    const [ours, library] = [await measureCpu(readers.ours, path), await measureCpu(readers.library, path)]
    if (ours.cells !== library.cells) throw new Error(`${ours.cells} cells are not ${library.cells}.`)
    rows.push([what, seconds(ours.cpu), seconds(library.cpu), times(library.cpu / ours.cpu)])
  }
  return rows
}

async function* asList(path: string): AsyncGenerator<string> {
  let header: string[] | null = null
  let isFirst = true
  for await (const line of createInterface(createReadStream(path))) {
    const cells = line.split(',')
    if (header) {
      yield `${isFirst ? '[' : ',\n'}${JSON.stringify(Object.fromEntries(header.map((name, i) => [name, cells[i]])))}`
      isFirst = false
    } else header = cells
  }
  yield ']'
}

async function* withTexts(path: string): AsyncGenerator<string> {
  for await (const line of createInterface(createReadStream(path)))
    yield `${line},"It is ""better"", and shorter"\n`
}

async function measureCpu(read: Read, path: string) {
  const before = process.cpuUsage()
  const cells = await read(path)
  const { user, system } = process.cpuUsage(before)
  return { cells, cpu: (user + system) / 1e6 }
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

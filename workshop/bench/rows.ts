/** `npm run bench -- rows`: our readers of CSV and of JSON against kept libraries, on a million votes. */
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { JSONParser } from '@streamparser/json'
import { parse } from 'csv-parse'
import { CsvRows } from '../../server/transfer/formats/csv.ts'
import { JsonList, type JsonElement } from '../../server/transfer/formats/json.ts'
import { readLines } from '../../server/transfer/formats/lines.ts'
import { machine, seconds, table, times } from './figures.ts'
import { writeVotes } from './import.ts'

const VOTES = 1_000_000

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

export async function benchRows(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-rows-'))
  console.log(machine())
  try {
    const [plain, quoted, list] = ['plain.csv', 'quoted.csv', 'list.json'].map((name) => join(folder, name))
    await writeVotes(plain!, VOTES)
    await pipeline(withTexts(plain!), createWriteStream(quoted!))
    await pipeline(asList(plain!), createWriteStream(list!))
    const files = [
      ['CSV, csv-parse', plain!, ofCsv],
      ['CSV with quotes, csv-parse', quoted!, ofCsv],
      ['a list of JSON, @streamparser/json', list!, ofJson],
    ] as const
    const rows = [['votes as', 'ours', 'library', '']]
    for (const [what, path, readers] of files) {
      const [ours, library] = [await cpuOf(readers.ours, path), await cpuOf(readers.library, path)]
      if (ours.cells !== library.cells) throw new Error(`${ours.cells} cells are not ${library.cells}.`)
      rows.push([what, seconds(ours.cpu), seconds(library.cpu), times(library.cpu / ours.cpu)])
    }
    console.log(table(rows))
  } finally {
    rmSync(folder, { recursive: true })
  }
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

async function cpuOf(read: Read, path: string) {
  const before = process.cpuUsage()
  const cells = await read(path)
  const { user, system } = process.cpuUsage(before)
  return { cells, cpu: (user + system) / 1e6 }
}

/** `npm run bench -- csv`: our reader of CSV against csv-parse, on a million votes without and with a text in quotes. */
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { CsvRows } from '../../server/transfer/formats/csv.ts'
import { linesOf } from '../../server/transfer/formats/lines.ts'
import { machine, seconds, table, times } from './figures.ts'
import { writeVotes } from './import.ts'

const VOTES = 1_000_000

/** Each reader gives rows with their lines. */
const READERS = {
  async ours(path: string) {
    const rows = new CsvRows({ separator: ',', skip: 0, quote: '"' })
    let count = 0
    for await (const lines of linesOf(createReadStream(path)))
      for (const row of rows.take(lines)) count += 'cells' in row ? row.cells.length : 0
    return count
  },
  async 'csv-parse'(path: string) {
    let count = 0
    const countCells = (cells: string[]) => {
      count += cells.length
      return null
    }
    await pipeline(createReadStream(path), parse({ onRecord: countCells }).resume())
    return count
  },
}

export async function benchCsv(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-csv-'))
  console.log(machine())
  try {
    const plain = join(folder, 'plain.csv')
    const quoted = join(folder, 'quoted.csv')
    await writeVotes(plain, VOTES)
    await pipeline(withTexts(plain), createWriteStream(quoted))
    const rows = [['votes', ...Object.keys(READERS), '']]
    for (const path of [plain, quoted]) {
      const [ours, theirs] = [await cpuOf(READERS.ours, path), await cpuOf(READERS['csv-parse'], path)]
      if (ours.cells !== theirs.cells) throw new Error(`${ours.cells} cells are not ${theirs.cells}.`)
      rows.push([
        path === plain ? 'plain' : 'quoted',
        seconds(ours.cpu),
        seconds(theirs.cpu),
        times(theirs.cpu / ours.cpu),
      ])
    }
    console.log(table(rows))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function* withTexts(path: string): AsyncGenerator<string> {
  for await (const line of createInterface(createReadStream(path)))
    yield `${line},"It is ""better"", and shorter"\n`
}

async function cpuOf(read: (path: string) => Promise<number>, path: string) {
  const before = process.cpuUsage()
  const cells = await read(path)
  const { user, system } = process.cpuUsage(before)
  return { cells, cpu: (user + system) / 1e6 }
}

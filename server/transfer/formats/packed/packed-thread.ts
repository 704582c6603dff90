/** The thread that reads one packed file. Each message asks for the next part of its text. */
import { readFile, stat } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { msg } from '../../../../shared/messages/index.ts'
import { FileError } from '../file-error.ts'
import type { PackedReport, PackedTask } from './packed-file.ts'
import { parquetLines } from './parquet.ts'
import { zipText } from './zip.ts'

/** A file may unpack to so many characters of text, and to so many more for each of its bytes. */
const MOST_TEXT = 256 * 1024 * 1024
const MOST_TEXT_PER_BYTE = 1000

const task = workerData as PackedTask
const { name, source, packing } = task
const parts =
  packing === 'parquet'
    ? parquetLines(source, name)
    : zipText('bytes' in source ? source.bytes : await readFile(source.path), name)

const size = 'bytes' in source ? source.bytes.length : (await stat(source.path)).size
const most = MOST_TEXT + MOST_TEXT_PER_BYTE * size
let given = 0

async function next(): Promise<PackedReport> {
  try {
    const { done, value } = await parts.next()
    if (done) return { end: true }
    given += value.text.length
    if (given <= most) return value
    return { wrong: msg('packed_large', { file: name, megabytes: Math.round(most / 1024 / 1024) }) }
  } catch (error) {
    if (error instanceof FileError) return { wrong: error.finding }
    return { wrong: msg('packed_damaged', { file: name, why: (error as Error).message }) }
  }
}

parentPort!.on('message', () => void next().then((report) => parentPort!.postMessage(report)))

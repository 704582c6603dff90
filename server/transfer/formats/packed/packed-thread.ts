/** The thread that reads one packed file. Each message asks for the next part of its text. */
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { msg } from '../../../../shared/messages/index.ts'
import { FileError } from '../file-error.ts'
import type { PackedReport, PackedTask } from './packed-file.ts'
import { parquetLines } from './parquet.ts'
import { zipText } from './zip.ts'

const task = workerData as PackedTask
const { name, source, packing } = task
const parts =
  packing === 'parquet'
    ? parquetLines(source, name)
    : zipText('bytes' in source ? source.bytes : await readFile(source.path), name)

async function next(): Promise<PackedReport> {
  try {
    const { done, value } = await parts.next()
    return done ? { end: true } : value
  } catch (error) {
    if (error instanceof FileError) return { wrong: error.finding }
    return { wrong: msg('packed_damaged', { file: name, why: (error as Error).message }) }
  }
}

parentPort!.on('message', () => void next().then((report) => parentPort!.postMessage(report)))

import { Worker } from 'node:worker_threads'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { FileError } from './fields.ts'

/** Formats that are not text: a Parquet file, or a zip archive (an Excel workbook, a log of Inspect). */
export type Packing = 'parquet' | 'zip'

/** A packed file: a path on this machine, or its bytes. */
export type PackedSource = { path: string } | { bytes: Uint8Array }

/** What the thread is asked to read. */
export interface PackedTask {
  packing: Packing
  name: string
  source: PackedSource
}

/** What the thread answers each time it is asked for more: some text, the end, or why the file cannot be used. */
export type PackedReport =
  | { text: string; share: number; note?: CodedMessage }
  | { end: true }
  | { wrong: CodedMessage }

/** The largest packed file that arrives as a stream, in MiB. */
export const LARGEST_STREAM = 512
/** Memory of the thread in MiB, and the same again for what it unpacks. */
const MEMORY = 1024
/** How often the unpacked bytes are measured, in milliseconds: no limit of Node counts them. */
const MEASURED_EVERY = 100
/** The longest wait for the next rows, in seconds. */
const PATIENCE = 120

/**
 * The rows of a packed file as text: JSON lines, CSV or a JSON document. A thread with limited memory reads it, so that
 * no file can end this process.
 * @throws {FileError} if the file is damaged, of another kind, or takes too much memory or time
 */
export async function* textOfPacked(
  task: PackedTask,
  onProgress?: (share: number) => void,
  onNote?: (note: CodedMessage) => void,
): AsyncGenerator<Buffer> {
  const worker = new Worker(new URL('./packed-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  })
  // a late error of a thread that is being ended
  worker.on('error', () => {})
  try {
    for (;;) {
      const report = await ask(worker, task.name)
      if ('end' in report) return
      if ('wrong' in report) throw new FileError(report.wrong)
      onProgress?.(report.share)
      if (report.note) onNote?.(report.note)
      yield Buffer.from(report.text)
    }
  } finally {
    await worker.terminate()
  }
}

function ask(worker: Worker, file: string): Promise<PackedReport> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer)
      clearInterval(measuring)
      worker.off('message', onMessage).off('error', onError).off('exit', tooMuch)
      end()
    }
    const fail = (wrong: CodedMessage) => settle(() => reject(new FileError(wrong)))
    const onMessage = (report: PackedReport) => settle(() => resolve(report))
    const tooMuch = () => fail(msg('packed_takes_memory', { file, megabytes: MEMORY }))
    const onError = (error: Error & { code?: string }) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? tooMuch()
        : fail(msg('packed_damaged', { file, why: error.message }))
    const measure = async () => {
      const { external_memory: unpacked } = await worker.getHeapStatistics()
      if (unpacked > MEMORY * 1024 * 1024) tooMuch()
    }
    // a thread that has ended has no statistics, and its end is reported below
    const measuring = setInterval(() => void measure().catch(() => {}), MEASURED_EVERY)
    const timer = setTimeout(
      () => fail(msg('packed_takes_long', { file, seconds: PATIENCE })),
      PATIENCE * 1000,
    )
    worker.on('message', onMessage).on('error', onError).on('exit', tooMuch)
    worker.postMessage('more')
  })
}

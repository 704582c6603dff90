/** The processes that the benchmark starts: a server, as `npm start` runs it, and a local provider. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Kept } from './fleet/report-kept.ts'

export interface Running {
  address: string
  /** What the server keeps after a collection of garbage; only if it was started to report that. */
  kept?: () => Promise<Kept>
  stop(): Promise<void>
}

const ROOT = join(import.meta.dirname, '../..')

/**
 * Deadheat itself, with its own data folder and port.
 * @param reportsKept so that `kept` can be asked
 */
export const startServer = (env: Record<string, string>, reportsKept = false): Promise<Running> =>
  started(
    join(ROOT, 'server/main.ts'),
    [],
    { ...env, HOST: '127.0.0.1', PORT: '0' },
    reportsKept ? ['--expose-gc', '--import', join(import.meta.dirname, 'fleet/report-kept.ts')] : null,
  )

/** A provider with a fixed delay. */
export const startProvider = (latencyMs: number): Promise<Running> =>
  started(join(import.meta.dirname, 'judge/provider.ts'), [String(latencyMs)], {})

/**
 * A program of its own that prints its address.
 * @param reporting options of Node with which it answers `collect`; null: it does not
 */
export async function started(
  file: string,
  args: string[],
  env: Record<string, string>,
  reporting: string[] | null = null,
): Promise<Running> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [...(reporting ?? []), file, ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'inherit', ...(reporting ? (['ipc'] as const) : [])],
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  return {
    address: await addressFrom(child, file),
    ...(reporting && {
      async kept() {
        const answer = once(child, 'message') as Promise<[Kept]>
        child.send('collect')
        return (await answer)[0]
      },
    }),
    async stop() {
      process.off('exit', end)
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function addressFrom(child: ChildProcess, file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += String(chunk)
      const match = /http:\/\/127\.0\.0\.1:\d+/.exec(output)
      if (!match) return
      // what follows is the log, which nobody reads
      child.stdout!.off('data', read).resume()
      resolve(match[0])
    }
    child.stdout!.on('data', read)
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} and printed: ${output}`)))
  })
}

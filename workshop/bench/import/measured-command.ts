/** A command of the terminal in its own process, with its time and its highest memory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'

const ENTRY = join(import.meta.dirname, '../../../scripts/deadheat.ts')
const REPORT = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\nmaxRSS '+process.resourceUsage().maxRSS+'\\n'))`

export interface Measured {
  seconds: number
  /** In MB. */
  memory: number
}

/**
 * @param output the file for what it prints
 * @throws {Error} if the command fails
 */
export async function measuredCommand(
  args: readonly string[],
  env: Record<string, string>,
  output?: string,
): Promise<Measured> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--import', REPORT, ENTRY, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = output ? pipeline(child.stdout, createWriteStream(output)) : text(child.stdout)
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit'), printed])
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`)
  return {
    seconds: (performance.now() - startedAt) / 1000,
    memory: Number(/maxRSS (\d+)/.exec(said)![1]) / 1024,
  }
}

import { spawn } from 'node:child_process'
import type { SpawnOptions } from 'node:child_process'
import { once } from 'node:events'

export interface Ran {
  code: number | null
  output: string
}

/** Runs a program to its end; returns its exit code and what it said on both streams. */
export async function runCommand(
  program: string,
  args: readonly string[],
  { input = '', ...options }: SpawnOptions & { input?: string } = {},
): Promise<Ran> {
  const child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  child.stdout!.on('data', (said) => (output += said))
  child.stderr!.on('data', (said) => (output += said))
  child.stdin!.on('error', () => {})
  child.stdin!.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** @throws {Error} with the end of what it said, if its exit code is not 0 */
export async function mustRun(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<string> {
  const { code, output } = await runCommand(program, args, options)
  if (code !== 0)
    throw new Error(
      `${[program, ...args].join(' ').slice(0, 200)} ended with ${code}:\n${output.slice(-2000)}`,
    )
  return output
}

/** Whether a program is there and answers. */
export const answers = (program: string, args: readonly string[]): Promise<boolean> =>
  runCommand(program, args).then(
    ({ code }) => code === 0,
    () => false,
  )

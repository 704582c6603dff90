import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** When a process began, in a form that tells it from a later one with the same number; null where none runs. */
export async function startOf(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', `${pid}`]).catch(() => ({ stdout: '' }))
    return stdout.trim() || null
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, start] = [fields[0], fields[19]]
  return start && state !== 'Z' && state !== 'X' ? start : null
}

/** The path of the program that a process runs, as far as it says so; empty where none runs. */
export async function programOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    return (await run('ps', ['-o', 'comm=', '-p', `${pid}`]).catch(() => ({ stdout: '' }))).stdout.trim()
  }
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')[0]!
}

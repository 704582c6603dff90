// Plain JavaScript: the launcher needs it before it has a Node that runs TypeScript.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export async function startOf(pid) {
  if (process.platform !== 'linux') return (await ps('lstart', pid)) || null
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, start] = [fields[0], fields[19]]
  return start && state !== 'Z' && state !== 'X' ? start : null
}

export async function programOf(pid) {
  if (process.platform !== 'linux') return ps('comm', pid)
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')[0]
}

async function ps(column, pid) {
  const { stdout } = await run('ps', ['-o', `${column}=`, '-p', `${pid}`]).catch(() => ({ stdout: '' }))
  return stdout.trim()
}

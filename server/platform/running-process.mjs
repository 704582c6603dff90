// Plain JavaScript: the launcher needs it before it has a Node that runs TypeScript.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

const LOOK_EVERY_MS = 500

export async function processStartTime(pid) {
  if (process.platform !== 'linux') return (await ps('lstart', pid)) || null
  const fields = await readStat(pid)
  const [state, start] = [fields[0], fields[19]]
  return start && state !== 'Z' && state !== 'X' ? start : null
}

export async function processCommand(pid) {
  if (process.platform !== 'linux') return ps('comm', pid)
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')[0]
}

export async function sendHangupWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  // npm starts a shell, and this program may have replaced it
  const [script, npm] = (await isNpm(parent)) ? [process.pid, parent] : [parent, await parentPid(parent)]
  if (!(await isNpm(npm))) return
  const timer = setInterval(() => {
    // npm waits for its script: if that has ended, this process was left running on purpose
    const isLeft = script !== process.pid && !isProcessAlive(script)
    if (isLeft || !isProcessAlive(npm)) clearInterval(timer)
    if (!isLeft && !isProcessAlive(npm)) process.kill(process.pid, 'SIGHUP')
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** npm names itself after its command, such as `npm start` or `npm exec`. */
async function isNpm(pid) {
  return /^npm\b/.test(await processCommand(pid))
}

async function parentPid(pid) {
  return Number(process.platform === 'linux' ? (await readStat(pid))[1] : await ps('ppid', pid))
}

export function isProcessAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** What Linux says about a process after its name. */
async function readStat(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

async function ps(column, pid) {
  const { stdout } = await run('ps', ['-o', `${column}=`, '-p', `${pid}`]).catch(() => ({ stdout: '' }))
  return stdout.trim()
}

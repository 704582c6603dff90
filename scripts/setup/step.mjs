import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { claim } from '../../server/platform/claim.mjs'
import { LaunchError } from './platform.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs its arguments as a command, and ends its process group once its input closes. */
const GUARD = `
exec 3<&0
"$@" 3<&- &
command=$!
(read -r _ <&3; kill -TERM 0) &
wait "$command"
code=$?
kill "$!"
exit "$code"`

/**
 * Runs a command to its end and returns its output. If this process is stopped or killed, the command ends too: an
 * installation that continued alone would conflict with the next one.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runQuietly(command, args, options) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn('sh', ['-c', GUARD, 'sh', command, ...args], {
      ...options,
      stdio: 'pipe',
      detached: true,
    })
    const stop = (signal) => {
      if (child.pid) process.kill(-child.pid, 'SIGTERM')
      child.once('close', () => process.exit(128 + constants.signals[signal]))
    }
    for (const signal of SIGNALS) process.once(signal, stop)
    const hear = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', (error) => resolve({ ok: false, output: `${error.message}\n` }))
    child.once('close', (code) => {
      for (const signal of SIGNALS) process.off(signal, stop)
      resolve({ ok: code === 0, output })
    })
  })
}

const { stderr } = process

/**
 * Shows one line on stderr while the work runs; on a terminal it counts the seconds.
 *
 * @template Result
 * @param {string} what
 * @param {() => Promise<Result>} work
 */
export async function withProgress(what, work) {
  if (!stderr.isTTY) {
    stderr.write(`${what} …\n`)
    return work()
  }
  const start = Date.now()
  const show = () => stderr.write(`\r\x1b[K${what} … ${Math.round((Date.now() - start) / 1000)} s`)
  show()
  const ticking = setInterval(show, 1000)
  try {
    return await work()
  } finally {
    clearInterval(ticking)
    stderr.write('\n')
  }
}

/**
 * Runs `work` while no other process installs or builds in this project. Waits until the lock is free.
 *
 * @param {string} root the project's folder
 * @param {() => Promise<void>} work
 */
export async function withSetupLock(root, work) {
  const release = await waitForLock(root)
  try {
    await work()
  } finally {
    await release()
  }
}

async function waitForLock(root) {
  try {
    for (;;) {
      const release = await claim(join(root, '.deadheat-setup'))
      if (release) return release
      await sleep(100)
    }
  } catch (error) {
    throw new LaunchError('nothing_set_up', { folder: root, why: error.code })
  }
}

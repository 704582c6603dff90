import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a command to its end and returns its output. If this process is stopped, it stops the command first: an
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
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
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

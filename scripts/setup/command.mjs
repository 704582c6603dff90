import { spawn } from 'node:child_process'
import { constants } from 'node:os'

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

import { spawn } from 'node:child_process'
import module from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { LaunchError, nodePath, runsTypeScript } from './platform.mjs'

const OWN_PATH = fileURLToPath(import.meta.url)

// as the program of `runInOtherNode`
if (process.argv[1] === OWN_PATH) {
  hangUpWithLauncher()
  await runHere(process.argv[2], process.argv.slice(3))
}

/** Where Node stores compiled code, which halves the start-up time of this process and its children. */
const compileCache = (root) => process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compiled')

/**
 * Runs a TypeScript file with the arguments of this process. If this Node cannot run it, the Node from npm does, and
 * its exit code becomes ours.
 *
 * @param {string} root the project's folder
 * @param {string} file
 */
export async function runTypeScript(root, file) {
  process.env.NODE_COMPILE_CACHE = compileCache(root)
  if (runsTypeScript()) await runHere(file, process.argv.slice(2))
  else await runInOtherNode(nodePath(root), file, process.argv.slice(2))
}

async function runHere(file, args) {
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
  process.argv.splice(1, Infinity, file, ...args)
  await import(pathToFileURL(file).href)
}

/**
 * Runs a TypeScript file by another Node. Its exit code becomes ours. It gets our signals, and SIGHUP if this process
 * ends in any way, also by SIGKILL: the system then closes the channel between the two.
 *
 * @param {string} node
 * @param {string} file
 * @param {string[]} args
 */
export async function runInOtherNode(node, file, args) {
  const child = spawn(node, [OWN_PATH, file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: withFewArenas(process.env),
  })
  // Ctrl-C may reach the child twice, from the terminal and from here; it handles both as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.exitCode = await new Promise((resolve, reject) => {
    child.once('error', (error) => {
      reject(new LaunchError('node_does_not_run', { node, why: error.message }))
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/**
 * glibc keeps freed memory in an area for every few threads: with two of them a server under load grows by a third as much in
 * an hour, and is no slower (`npm run bench -- soak`).
 */
const withFewArenas = (env) => ({ MALLOC_ARENA_MAX: '2', ...env })

function hangUpWithLauncher() {
  process.once('disconnect', () => process.kill(process.pid, 'SIGHUP'))
  // the channel alone must not keep this process running
  process.channel?.unref()
}

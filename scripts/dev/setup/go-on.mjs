import { spawn } from 'node:child_process'
import module from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DoorError } from './door-error.mjs'
import { nodeFor, runsTypeScript } from './platform.mjs'

/**
 * Runs a TypeScript file with the arguments of this process: in it where this Node can, else in the packaged one, whose
 * exit code becomes ours.
 *
 * @param {string} root the project's folder
 * @param {string} file
 */
export async function goOn(root, file) {
  // Node keeps there what it compiled: it halves the start of this process, and of all that it starts.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')
  if (runsTypeScript()) {
    module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
    process.argv[1] = file
    await import(pathToFileURL(file).href)
    return
  }
  process.exitCode = await runToTheEnd(nodeFor(root), [file, ...process.argv.slice(2)])
}

function runToTheEnd(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' })
  // A Ctrl-C that reached the child by itself reaches it twice: it takes both for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      reject(
        new DoorError(`${node} does not run here (${error.message}): run this with Node 22.18 or newer.`),
      )
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

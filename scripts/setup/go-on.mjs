import { spawn } from 'node:child_process'
import { constants } from 'node:os'
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
  if (runsTypeScript()) {
    process.argv[1] = file
    await import(pathToFileURL(file).href)
    return
  }
  process.exitCode = await runToTheEnd(nodeFor(root), [file, ...process.argv.slice(2)])
}

function runToTheEnd(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' })
  const forward = (signal) => {
    // Ctrl-C in a terminal reaches the child by itself.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      reject(
        new DoorError(`${node} does not run here (${error.message}): run this with Node 22.18 or newer.`),
      )
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

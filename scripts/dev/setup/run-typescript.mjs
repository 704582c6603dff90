import { spawn } from 'node:child_process'
import module from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LaunchError } from './launch-error.mjs'
import { nodeFor, runsTypeScript } from './platform.mjs'

/**
 * Runs a TypeScript file with the arguments of this process. If this Node cannot run it, the Node from npm does, and
 * its exit code becomes ours.
 *
 * @param {string} root the project's folder
 * @param {string} file
 */
export async function runTypeScript(root, file) {
  // Node stores compiled code there, which halves the start-up time of this process and its children.
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
  // Ctrl-C may reach the child twice, from the terminal and from here; it handles both as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      reject(new LaunchError('node_does_not_run', { node, why: error.message }))
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError } from './launch-error.mjs'

const PACKAGED = ['linux-x64', 'linux-arm64']

/** Whether this process can import TypeScript. */
export function runsTypeScript() {
  return isAtLeast(22, 18)
}

/** Throws a LaunchError if neither this Node nor the one from npm can run Deadheat. */
export function refuseUnfitPlatform() {
  const { platform, arch, version } = process
  if (platform === 'win32') {
    throw new LaunchError('Deadheat runs on Linux and macOS; on Windows, run it in WSL.')
  }
  if (PACKAGED.includes(`${platform}-${arch}`)) {
    if (!isAtLeast(20, 0))
      throw new LaunchError(`Deadheat needs Node 20 or newer and this is ${version}: update Node.`)
  } else if (!runsTypeScript()) {
    throw new LaunchError(
      `On ${platform}-${arch} Deadheat needs Node 22.18 or newer and this is ${version}: update Node.`,
    )
  }
}

/**
 * The Node to run Deadheat with: the one from npm if this platform has one.
 *
 * @param {string} root the project's folder
 */
export function nodeFor(root) {
  const packaged = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  return existsSync(packaged) ? packaged : process.execPath
}

function isAtLeast(major, minor) {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

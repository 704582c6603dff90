import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DoorError } from './door-error.mjs'

const PACKAGED = ['linux-x64', 'linux-arm64']

/** Whether this very process can import TypeScript. */
export function runsTypeScript() {
  return isAtLeast(22, 18)
}

/** Stops with one line where neither this Node nor one from npm can run Deadheat. */
export function refuseUnfitPlatform() {
  const { platform, arch, version } = process
  if (platform === 'win32') {
    throw new DoorError('Deadheat runs on Linux and macOS; on Windows, run it in WSL.')
  }
  if (PACKAGED.includes(`${platform}-${arch}`)) {
    if (!isAtLeast(20, 0))
      throw new DoorError(`Deadheat needs Node 20 or newer and this is ${version}: update Node.`)
  } else if (!runsTypeScript()) {
    throw new DoorError(
      `On ${platform}-${arch} Deadheat needs Node 22.18 or newer and this is ${version}: update Node.`,
    )
  }
}

/**
 * The Node to go on with: the one from npm where there is one for this platform.
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

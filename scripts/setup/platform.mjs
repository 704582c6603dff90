import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { launch } from '../../shared/messages/en/launch.mjs'

/** Why the launcher cannot go on, in one line for the user. */
export class LaunchError extends Error {
  /**
   * @param {keyof typeof launch} code
   * @param {Record<string, string>} [values]
   */
  constructor(code, values = {}) {
    const text = launch[code]
    super(typeof text === 'string' ? text : text(values))
    this.code = code
    this.values = values
  }
}

const PACKAGED = ['linux-x64', 'linux-arm64']

/** Whether this process can import TypeScript. */
export function runsTypeScript() {
  return isAtLeast(22, 18)
}

/** Throws a LaunchError if neither this Node nor the one from npm can run Deadheat. */
export function refuseUnfitPlatform() {
  const { platform, arch, version } = process
  if (platform === 'win32') {
    throw new LaunchError('wrong_system')
  }
  if (PACKAGED.includes(`${platform}-${arch}`)) {
    if (!isAtLeast(20, 0)) throw new LaunchError('node_too_old', { version })
  } else if (!runsTypeScript()) {
    throw new LaunchError('node_too_old_here', { platform: `${platform}-${arch}`, version })
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

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
 * The folder of a Node from npm, installed where the machine's own is too old.
 *
 * @param {string} root the project's folder
 */
export function nodeFolder(root) {
  return join(root, 'scripts', 'node')
}

/**
 * Whether the Node from npm is needed: this one is too old, or is that one.
 *
 * @param {string} root
 */
export function needsNode(root) {
  return !runsTypeScript() || process.execPath.startsWith(nodeFolder(root))
}

/**
 * The Node to run Deadheat with: this one, unless it is too old.
 *
 * @param {string} root
 */
export function nodePath(root) {
  const name = `node-${process.platform}-${process.arch}`
  return runsTypeScript() ? process.execPath : join(nodeFolder(root), 'node_modules', name, 'bin', 'node')
}

function isAtLeast(major, minor) {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { runQuietly, withProgress, withSetupLock } from './step.mjs'
import { LaunchError } from './platform.mjs'

/**
 * Installs the packages of package-lock.json unless they are installed.
 *
 * @param {string} root the project's folder
 */
export async function ensureInstalled(root) {
  if (await isInstalled(root)) return
  await withSetupLock(root, async () => {
    if (!(await isInstalled(root))) await withProgress('Installing packages', () => install(root))
  })
}

/**
 * Whether node_modules matches package-lock.json, according to npm's own record in node_modules.
 *
 * @param {string} root the project's folder
 */
export async function isInstalled(root) {
  const wanted = await readPackages(join(root, 'package-lock.json'))
  if (!wanted) return true
  const there = await readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (!there) return false
  const engines = Object.keys(wanted['']?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`)
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    if (there[path]) return there[path].version === entry.version && there[path].integrity === entry.integrity
    if (engines.includes(path)) return !isForThisMachine(entry)
    return entry.optional === true || entry.devOptional === true
  })
}

async function install(root) {
  const [command, ...before] = npm()
  // `npm run -s` silences the npm that runs below it, and with it the reason of a failure
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { ok, output } = await runQuietly(command, [...before, ...args], {
    cwd: root,
    env: withoutOwnBin(root),
  })
  if (ok && (await isInstalled(root))) return
  process.stderr.write(output)
  throw new LaunchError('packages_not_installed', { folder: root })
}

/** The npm that runs this script, with the Node that npm runs on; else the one on the PATH. */
function npm() {
  const { npm_execpath: cli = '', npm_node_execpath: node = process.execPath } = process.env
  return cli.endsWith('npm-cli.js') ? [node, cli] : ['npm']
}

/** The environment with a PATH that leaves out node_modules/.bin: the installation empties that folder. */
function withoutOwnBin(root) {
  const own = join(root, 'node_modules', '.bin')
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== own)
  return { ...process.env, PATH: folders.join(delimiter) }
}

function isForThisMachine({ os = [], cpu = [] }) {
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)
}

async function readPackages(file) {
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text).packages,
    () => null,
  )
}

import { existsSync } from 'node:fs'
import { readFile, rm, symlink } from 'node:fs/promises'
import { delimiter, dirname, join, relative } from 'node:path'
import { runQuietly, withProgress, withSetupLock } from './step.mjs'
import { LaunchError, needsNode, nodeFolder, nodePath } from './platform.mjs'

/**
 * Installs what is missing: the packages of package-lock.json, and beside them a Node for a machine whose own is too old.
 *
 * @param {string} root the project's folder
 * @param {boolean} tools whether the packages that only tests and checks need belong to it
 */
export async function ensureInstalled(root, tools) {
  if (await isInstalled(root, tools)) return
  await withSetupLock(root, async () => {
    if (await isInstalled(root, tools)) return
    await withProgress('Installing packages', () =>
      Promise.all(packageFolders(root).map((folder) => install(root, folder, tools))),
    )
    if (needsNode(root)) await offerNode(root)
  })
}

const packageFolders = (root) => (needsNode(root) ? [root, nodeFolder(root)] : [root])

async function isInstalled(root, tools) {
  if (needsNode(root) && !existsSync(offeredNode(root))) return false
  const installed = await Promise.all(packageFolders(root).map((folder) => hasPackages(folder, tools)))
  return installed.every(Boolean)
}

/** Whether the node_modules of a folder match its package-lock.json, according to npm's own record there. */
async function hasPackages(folder, tools) {
  const wanted = await readPackages(join(folder, 'package-lock.json'))
  if (!wanted) return true
  const there = await readPackages(join(folder, 'node_modules', '.package-lock.json'))
  if (!there) return false
  const engines = Object.keys(wanted['']?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`)
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || (entry.dev && !tools)) return true
    if (there[path]) return there[path].version === entry.version && there[path].integrity === entry.integrity
    if (engines.includes(path)) return !isForThisMachine(entry)
    return entry.optional === true || entry.devOptional === true
  })
}

async function install(root, folder, tools) {
  if (await hasPackages(folder, tools)) return
  // tools are added to the packages of a server that may be running; all else starts from an empty folder
  const how = (await hasPackages(folder, false)) ? ['install', '--no-save'] : ['ci']
  const keepsTools = tools || existsSync(join(folder, 'node_modules', 'vitest'))
  const kinds = [`--${keepsTools ? 'include' : 'omit'}=dev`, '--include=optional']
  const [command, ...before] = npm()
  // `npm run -s` silences the npm that runs below it, and with it the reason of a failure
  const args = [...how, ...kinds, '--no-audit', '--no-fund', '--loglevel=error']
  const { ok, output } = await runQuietly(command, [...before, ...args], {
    cwd: folder,
    env: withoutOwnBin(root),
  })
  if (ok && (await hasPackages(folder, tools))) return
  process.stderr.write(output)
  throw new LaunchError('packages_not_installed', { folder })
}

/** Where programs that npm runs find the Node from npm before the machine's own. */
const offeredNode = (root) => join(root, 'node_modules', '.bin', 'node')

async function offerNode(root) {
  const link = offeredNode(root)
  await rm(link, { force: true })
  await symlink(relative(dirname(link), nodePath(root)), link)
}

/** The npm that runs this script, with the Node that npm runs on; else the one on the PATH. */
function npm() {
  const { npm_execpath: cli = '', npm_node_execpath: node = process.execPath } = process.env
  return cli.endsWith('npm-cli.js') ? [node, cli] : ['npm']
}

/** The environment with a PATH that leaves out node_modules/.bin: the installation empties that folder. */
function withoutOwnBin(root) {
  const projectBin = join(root, 'node_modules', '.bin')
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== projectBin)
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

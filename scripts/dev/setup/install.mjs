import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { runQuietly } from './command.mjs'
import { DoorError } from './door-error.mjs'
import { showing } from './progress.mjs'
import { inTurn } from './turn.mjs'

/**
 * Installs the packages of package-lock.json unless they are there.
 *
 * @param {string} root the project's folder
 */
export async function ensureInstalled(root) {
  if (await isInstalled(root)) return
  await inTurn(root, async () => {
    if (!(await isInstalled(root))) await showing('Installing packages', () => install(root))
  })
}

/**
 * Whether node_modules is what package-lock.json asks for, by the record that npm keeps in it.
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
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const { ok, output } = await runQuietly(command, [...before, ...args], {
    cwd: root,
    env: withoutOwnBin(root),
  })
  if (ok && (await isInstalled(root))) return
  process.stderr.write(output)
  throw new DoorError(
    `The packages could not be installed (npm's words are above): check the network and who may write to ${root}, then run the command again.`,
  )
}

/** The npm that runs this script, with the Node that npm runs on; else the one on the PATH. */
function npm() {
  const { npm_execpath: cli = '', npm_node_execpath: node = process.execPath } = process.env
  return cli.endsWith('npm-cli.js') ? [node, cli] : ['npm']
}

/** The environment without the folder that the installation is about to empty, where a Node may lie. */
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

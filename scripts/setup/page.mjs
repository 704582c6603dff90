import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runQuietly, withProgress, withSetupLock } from './step.mjs'
import { LaunchError, nodePath } from './platform.mjs'

const SOURCES = [
  'web',
  'shared',
  // the page of static sites computes boards
  'server/ratings',
  'server/transfer/formats',
  'server/transfer/verify',
  'vite.config.ts',
  'package-lock.json',
]

/**
 * Builds the page into dist unless its build is up to date.
 *
 * @param {string} root the project's folder
 */
export async function ensurePage(root) {
  if (!existsSync(join(root, 'web', 'index.html')) || (await isFresh(root))) return
  await withSetupLock(root, async () => {
    if (!(await isFresh(root))) await withProgress('Building the page', () => build(root))
  })
}

async function build(root) {
  const sources = await fingerprint(root)
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { ok, output } = await runQuietly(nodePath(root), [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
  })
  if (!ok) {
    process.stderr.write(output)
    throw new LaunchError('page_not_made')
  }
  await mkdir(join(root, 'dist'), { recursive: true })
  await writeFile(stampPath(root), sources)
}

/**
 * Whether dist was built from the sources as they are.
 *
 * @param {string} root the project's folder
 */
async function isFresh(root) {
  const built = ['web/index.html', 'site/.vite/manifest.json']
  if (!built.every((file) => existsSync(join(root, 'dist', file)))) return false
  const stamp = await readFile(stampPath(root), 'utf8').catch(() => null)
  return stamp === (await fingerprint(root))
}

/** One hash of the names, sizes and times of the sources. Reading the files themselves would take too long. */
async function fingerprint(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) await add(hash, root, source)
  return hash.digest('hex')
}

async function add(hash, root, path) {
  const found = await stat(join(root, path)).catch(() => null)
  if (!found) return
  if (!found.isDirectory()) {
    hash.update(`${path}\t${found.size}\t${found.mtimeMs}\n`)
    return
  }
  for (const name of (await readdir(join(root, path))).sort()) {
    if (name !== 'node_modules' && !name.startsWith('.')) await add(hash, root, join(path, name))
  }
}

function stampPath(root) {
  return join(root, 'dist', 'web.stamp')
}

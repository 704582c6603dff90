import { copyFile, cp, mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mustRun } from './run-command.ts'

/** What the steps of the Dockerfile call: a shell and its commands; and the libraries of Node. */
const PACKAGES = ['base-files', 'coreutils', 'dash', 'libc-bin', 'libstdc++6']

/** Debian packages could not be downloaded: no mirror answers. */
export class NoPackagesError extends Error {}

/**
 * A root file system that stands for the image node:VERSION-slim: Debian packages with what they depend on, unpacked
 * and not set up; the packaged Node, the npm of this machine, and the users root and node.
 * @returns its folder
 * @throws {NoPackagesError}
 */
export async function baseWithNode(root: string, workFolder: string): Promise<string> {
  const base = join(workFolder, 'base')
  const archives = await downloadPackages(join(workFolder, 'apt'))
  for (const folder of ['bin', 'lib', 'lib64', 'sbin']) {
    await mkdir(join(base, 'usr', folder), { recursive: true })
    await symlink(`usr/${folder}`, join(base, folder))
  }
  for (const archive of archives) await mustRun('dpkg-deb', ['--extract', archive, base])
  await addNode(root, base)
  for (const folder of ['etc', 'proc', 'dev', 'root', 'tmp', 'home/node'])
    await mkdir(join(base, folder), { recursive: true })
  await writeFile(
    join(base, 'etc/passwd'),
    'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
  )
  await writeFile(join(base, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
  await writeFile(join(base, 'etc/hosts'), '127.0.0.1 localhost\n')
  await mustRun('chown', ['1000:1000', join(base, 'home/node')])
  await mustRun('chmod', ['1777', join(base, 'tmp')])
  return base
}

/** Downloads by the sources of this machine, into folders of its own, as if nothing was installed. */
async function downloadPackages(folder: string): Promise<string[]> {
  for (const part of ['lists/partial', 'cache/archives/partial'])
    await mkdir(join(folder, part), { recursive: true })
  await writeFile(join(folder, 'status'), '')
  const options = [
    `Dir::State=${folder}`,
    `Dir::State::status=${folder}/status`,
    `Dir::Cache=${folder}/cache`,
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
    'APT::Update::Error-Mode=any',
    'DPkg::Post-Invoke=',
    'APT::Keep-Downloaded-Packages=true',
  ].flatMap((option) => ['-o', option])
  const aptGet = (...args: string[]) => mustRun('apt-get', [...options, '--yes', ...args])
  try {
    await aptGet('update')
    await aptGet('install', '--download-only', '--no-install-recommends', ...PACKAGES)
  } catch (error) {
    throw new NoPackagesError((error as Error).message, { cause: error })
  }
  const archives = join(folder, 'cache/archives')
  return (await readdir(archives)).filter((name) => name.endsWith('.deb')).map((name) => join(archives, name))
}

async function addNode(root: string, base: string): Promise<void> {
  const bin = join(base, 'usr/local/bin')
  await mkdir(bin, { recursive: true })
  await copyFile(join(root, `node_modules/node-linux-${process.arch}/bin/node`), join(bin, 'node'))
  const npm = dirname(dirname(await npmProgram()))
  await cp(npm, join(base, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name))
}

/** The program of the npm that runs this, or of the one on the PATH: its folder `bin` lies in the package. */
async function npmProgram(): Promise<string> {
  const own = process.env['npm_execpath']
  return own ?? realpath((await mustRun('sh', ['-c', 'command -v npm'])).trim())
}

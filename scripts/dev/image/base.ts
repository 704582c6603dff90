import { appendFile, copyFile, cp, mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mustRun } from './run-command.ts'

const DEBIAN = 'bookworm'

/**
 * A root file system that stands for the image node:VERSION-slim: the essential packages of its Debian and apt, the packaged
 * Node, the npm of this machine, and the user `node`.
 * @returns its folder
 */
export async function baseWithNode(root: string, workFolder: string): Promise<string> {
  const base = join(workFolder, 'base')
  await mustRun('mmdebstrap', ['--mode=root', '--variant=apt', '--include=ca-certificates', DEBIAN, base])
  const arch = process.arch
  const bin = join(base, 'usr/local/bin')
  await copyFile(join(root, `node_modules/node-linux-${arch}/bin/node`), join(bin, 'node'))
  const npm = dirname(dirname(await npmProgram()))
  await cp(npm, join(base, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name))
  await appendFile(join(base, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/bash\n')
  await appendFile(join(base, 'etc/group'), 'node:x:1000:\n')
  await mkdir(join(base, 'home/node'), { recursive: true })
  await mustRun('chown', ['1000:1000', join(base, 'home/node')])
  await writeFile(join(base, 'etc/hosts'), '127.0.0.1 localhost\n')
  return base
}

/** The program of the npm that runs this, or of the one on the PATH: its folder `bin` lies in the package. */
async function npmProgram(): Promise<string> {
  const own = process.env['npm_execpath']
  return own ?? realpath((await mustRun('sh', ['-c', 'command -v npm'])).trim())
}

/** What `export -o` does to what already has the name. */
import { execFile, execFileSync } from 'node:child_process'
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeFileWhole, writeFolderWhole } from '../../scripts/cli/terminal/write-file.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

async function* text(...parts: string[]): AsyncGenerator<string> {
  yield* parts
}

it('a link stays a link, and its target is replaced', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'sub'))
  await writeFile(join(folder, 'sub', 'real.csv'), 'old')
  await symlink('sub/real.csv', join(folder, 'link.csv'))
  await symlink('sub/new.csv', join(folder, 'dangling.csv'))
  for (const name of ['link.csv', 'dangling.csv'])
    await writeFileWhole(join(folder, name), name, text('a', 'b'))
  for (const name of ['link.csv', 'dangling.csv']) {
    expect((await lstat(join(folder, name))).isSymbolicLink()).toBe(true)
    expect(await readFile(join(folder, name), 'utf8')).toBe('ab')
  }
  expect(await readdir(join(folder, 'sub'))).toEqual(['new.csv', 'real.csv'])
})

it('a file keeps its mode, and an error keeps the file', async () => {
  const path = join(await temporaryFolder(), 'votes.csv')
  await writeFile(path, 'old')
  await chmod(path, 0o600)
  await writeFileWhole(path, 'votes.csv', text('new'))
  expect([(await stat(path)).mode & 0o777, await readFile(path, 'utf8')]).toEqual([0o600, 'new'])
  const broken = (async function* () {
    yield 'half'
    throw new Error('the database left')
  })()
  await expect(writeFileWhole(path, 'votes.csv', broken)).rejects.toThrow('the database left')
  expect(await readFile(path, 'utf8')).toBe('new')
  expect(await readdir(join(path, '..'))).toEqual(['votes.csv'])
})

it('a pipe is written to, and stays a pipe', async () => {
  const path = join(await temporaryFolder(), 'pipe')
  execFileSync('mkfifo', [path])
  const reading = readFile(path, 'utf8')
  await writeFileWhole(path, 'pipe', text('through ', 'the pipe'))
  expect(await reading).toBe('through the pipe')
  expect((await lstat(path)).isFIFO()).toBe(true)
  execFile('head', ['-c', '10', path])
  const much = text('more than the reader takes', ...Array<string>(99).fill('x'.repeat(65_536)))
  await expect(writeFileWhole(path, 'pipe', much)).rejects.toThrow(/^pipe.*EPIPE/)
})

it('a device without room is an error that names file and cause', async () => {
  const link = join(await temporaryFolder(), 'full')
  await symlink('/dev/full', link)
  await expect(writeFileWhole(link, 'full', text('x'))).rejects.toThrow(/full.*ENOSPC/)
  expect((await stat('/dev/full')).isCharacterDevice()).toBe(true)
})

it.runIf(process.platform === 'linux')(
  'a folder that is no site is refused before what is below it is read',
  async () => {
    const fill = () => Promise.reject(new Error('nothing is written'))
    // folders below end while they are read
    for (const folder of ['/proc', '/proc/self'])
      await expect(writeFolderWhole(folder, folder, fill)).rejects.toThrow(/^\/proc\S* .*no earlier site/)
  },
)

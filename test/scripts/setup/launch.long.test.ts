import { mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { enter, makeSmallProject } from './small-project.ts'

const went = (...args: string[]) => `${JSON.stringify({ leaf: true, args })}\n`

describe('a launcher', () => {
  it('installs missing packages once, says so on stderr, and passes arguments and exit code through', async () => {
    const project = await makeSmallProject()
    expect(await enter(project, 'deadheat', 'rate', '-')).toEqual({
      code: 0,
      stdout: went('rate', '-'),
      stderr: 'Installing packages …\n',
    })
    expect(await enter(project, 'deadheat', 'fail')).toEqual({ code: 2, stdout: went('fail'), stderr: '' })
  })

  it('installs once if several start at the same time, even after one was killed', async () => {
    const project = await makeSmallProject()
    await symlink('2147483647 1 x', join(project, '.deadheat-setup'))
    const runs = await Promise.all([1, 2, 3].map(() => enter(project, 'deadheat')))
    expect(runs.map(({ code, stdout }) => ({ code, stdout }))).toEqual(
      Array(3).fill({ code: 0, stdout: went() }),
    )
    expect(runs.map(({ stderr }) => stderr).join('')).toBe('Installing packages …\n')
  })

  it('installs again if node_modules differs from the lock file', async () => {
    const project = await makeSmallProject()
    await enter(project, 'deadheat')
    const record = join(project, 'node_modules/.package-lock.json')
    await writeFile(record, (await readFile(record, 'utf8')).replace('"1.0.0"', '"0.9.0"'))
    expect((await enter(project, 'deadheat')).stderr).toBe('Installing packages …\n')
    await rm(join(project, 'node_modules'), { recursive: true })
    expect((await enter(project, 'deadheat')).stderr).toBe('Installing packages …\n')
    expect((await enter(project, 'deadheat')).stderr).toBe('')
  })

  it('does not start if the packages cannot be installed, and prints npm’s output and one line', async () => {
    const project = await makeSmallProject()
    await rm(join(project, 'leaf-1.0.0.tgz'))
    await rm(join(project, 'cache'), { recursive: true })
    const { code, stdout, stderr } = await enter(project, 'deadheat')
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(
      /npm error[^]*\nThe packages could not be installed \(see npm's output above\)\. Check the network .*\n$/,
    )
  })
})

describe('the launcher of the server', () => {
  it('builds the page only if a source is newer', async () => {
    const project = await makeSmallProject()
    expect((await enter(project, 'start')).stderr).toBe('Installing packages …\n')

    await addPage(project)
    expect((await enter(project, 'start')).stderr).toBe('Building the page …\n')
    expect(await readFile(join(project, 'dist/web/index.html'), 'utf8')).toBe('<p>one</p>')
    expect(await enter(project, 'start', 'x')).toEqual({ code: 0, stdout: went('x'), stderr: '' })

    await writeFile(join(project, 'web/index.html'), '<p>two</p>')
    await utimes(join(project, 'web/index.html'), 1, 1)
    expect((await enter(project, 'start')).stderr).toBe('Building the page …\n')
    expect(await readFile(join(project, 'dist/web/index.html'), 'utf8')).toBe('<p>two</p>')

    await rm(join(project, 'dist'), { recursive: true })
    expect((await enter(project, 'deadheat', 'rate')).stderr).toBe('')
    expect((await enter(project, 'deadheat')).stderr).toBe('Building the page …\n')
    expect((await enter(project, 'start')).stderr).toBe('')

    // without the page of static sites a build is not whole
    await rm(join(project, 'dist/site'), { recursive: true })
    expect((await enter(project, 'deadheat', 'export', 'x', 'votes')).stderr).toBe('')
    expect((await enter(project, 'deadheat', 'export', 'x', 'site')).stderr).toBe('Building the page …\n')
  })

  it('does not start if the page cannot be built, and prints one line', async () => {
    const project = await makeSmallProject()
    await enter(project, 'start')
    await addPage(project)
    await rm(join(project, 'web/index.html'))
    await mkdir(join(project, 'web/index.html'))
    const { code, stdout, stderr } = await enter(project, 'start')
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(/EISDIR[^]*\nThe page could not be built \(see Vite's output above\)\. .*\n$/)
  })
})

/** A page, and in Vite's place a program that copies it to where Vite would build it. */
async function addPage(project: string): Promise<void> {
  await mkdir(join(project, 'web'))
  await writeFile(join(project, 'web/index.html'), '<p>one</p>')
  await mkdir(join(project, 'node_modules/vite/bin'), { recursive: true })
  await writeFile(join(project, 'node_modules/vite/package.json'), '{ "type": "module" }')
  await writeFile(
    join(project, 'node_modules/vite/bin/vite.js'),
    `import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
for (const folder of ['dist/web', 'dist/site/.vite']) mkdirSync(folder, { recursive: true })
copyFileSync('web/index.html', 'dist/web/index.html')
writeFileSync('dist/site/.vite/manifest.json', '{}')`,
  )
}

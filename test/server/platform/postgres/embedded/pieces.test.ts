import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeMissingLinks } from '../../../../../server/platform/postgres/embedded/cluster-folders.ts'
import { failureLine } from '../../../../../server/platform/postgres/embedded/postmaster.ts'
import { claim } from '../../../../../server/platform/claim.mjs'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { casesIn } from '../../../../support/cases.ts'

const CASES = casesIn<{ failures: [of: string, output: string, complaint: string][] }>(
  import.meta.url,
  'output-of-postgres',
)

describe('a claim', () => {
  it('is held by one of many who try at once, then by the next', async () => {
    const path = join(await temporaryFolder(), 'claim')
    const tries = await Promise.all(Array.from({ length: 20 }, () => claim(path)))
    const releases = tries.filter((release) => release !== null)
    expect(releases).toHaveLength(1)
    expect(await claim(path)).toBeNull()
    await releases[0]()
    expect(await claim(path)).not.toBeNull()
  })

  it.each([
    ['no process has', '2147483647 1 x'],
    ['a younger process now has', `${process.pid} 1 x`],
  ])('with the process id %s passes to one of many', async (_, holder) => {
    const folder = await temporaryFolder()
    const path = join(folder, 'claim')
    await symlink(holder, path)
    const tries = await Promise.all(Array.from({ length: 20 }, () => claim(path)))
    expect(tries.filter((release) => release !== null)).toHaveLength(1)
    expect(await readdir(folder)).toEqual(['claim'])
  })
})

it('the links between libraries are made if an installation without scripts left them out', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'native', 'lib'), { recursive: true })
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library')
  const list = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(list))

  await Promise.all([makeMissingLinks(folder), makeMissingLinks(folder)])
  expect(await readFile(join(folder, 'native', 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
})

it.each(CASES.failures)('the error of Postgres is found in %s', (_, output, complaint) => {
  expect(failureLine(output)).toBe(complaint)
})

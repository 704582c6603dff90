/** Which of a machine's browsers the tests use. */
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { findChromium } from '../../../scripts/setup/chromium.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Two folders of a PATH, with these programs in them. */
async function installed(first: string[], second: string[]) {
  const root = await temporaryFolder()
  const folders = [join(root, 'first'), join(root, 'second')] as const
  for (const [folder, names] of [[folders[0], first] as const, [folders[1], second] as const]) {
    await mkdir(folder)
    for (const name of names) await writeFile(join(folder, name), '', { mode: 0o755 })
  }
  return { PATH: folders.join(delimiter), folders }
}

test('the headless build comes before a whole browser, wherever each is on the PATH', async () => {
  const { PATH, folders } = await installed(['chromium'], ['chromium-headless-shell'])
  expect(await findChromium({ PATH })).toBe(join(folders[1], 'chromium-headless-shell'))
})

test('without it, Chromium comes before other browsers', async () => {
  const { PATH, folders } = await installed(['google-chrome'], ['chromium', 'google-chrome'])
  expect(await findChromium({ PATH })).toBe(join(folders[1], 'chromium'))
})

test('a browser named by DEADHEAT_CHROMIUM is tried first, and must be executable', async () => {
  const { PATH, folders } = await installed(['chromium-headless-shell', 'mine'], [])
  const mine = join(folders[0], 'mine')
  expect(await findChromium({ PATH, DEADHEAT_CHROMIUM: mine })).toBe(mine)
  await expect(findChromium({ PATH, DEADHEAT_CHROMIUM: `${mine}x` })).rejects.toThrow('cannot be run')
})

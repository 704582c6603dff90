/** A server behind a proxy: links have the address that readers know. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../server/platform/config/config.ts'
import { linkOrigin } from '../../../server/platform/http/known-names.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'

const PUBLIC = 'https://arena.example'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ publicUrl: PUBLIC })
  const votes = [voteOf(NAMES[0]!, NAMES[1]!, 'left'), voteOf(NAMES[1]!, NAMES[0]!, 'left')]
  await importInto(app.deps, arenaOf('open', { votes }))
})
afterAll(() => app?.close())

const textOf = async (path: string) => {
  const response = await app.request(path, { headers: { accept: 'text/html' } })
  return response.text()
}

describe('DEADHEAT_PUBLIC_URL', () => {
  it('is the origin of embedded boards', async () => {
    const url = encodeURIComponent(`${PUBLIC}/a/open`)
    const { html } = JSON.parse(await textOf(`/oembed?url=${url}`)) as { html: string }
    expect(html).toContain(`${PUBLIC}/a/open/embed`)
  })

  it('is told to every page, and its pages name no other origin', async () => {
    for (const path of ['/a/open', '/a/open/vote', '/admin', '/nowhere']) {
      const page = await textOf(path)
      expect(page).toContain(`<meta name="public-address" content="${PUBLIC}">`)
      expect(page).not.toMatch(/http:\/\/(localhost|127\.0\.0\.1)/)
    }
    const board = await textOf('/a/open')
    expect(board).toContain(`content="${PUBLIC}/a/open/plate.png`)
  })

  it('is an origin of the server and of links in the terminal and in notices', async () => {
    const DEADHEAT_DATA = await temporaryFolder()
    const config = readConfig({
      DEADHEAT_DATA,
      DEADHEAT_PUBLIC_URL: `${PUBLIC}/`,
      DEADHEAT_ORIGINS: `${PUBLIC}, http://lan`,
    })
    expect([config.publicUrl, config.origins]).toEqual([PUBLIC, [PUBLIC, 'http://lan']])
    expect(await linkOrigin(config)).toBe(PUBLIC)
    const local = readConfig({ DEADHEAT_DATA, HOST: '0.0.0.0', PORT: '4900' })
    expect(await linkOrigin(local)).toBe('http://127.0.0.1:4900')
  })

  it.each([
    'arena.example',
    'https://arena.example/path',
    'https://me:pw@arena.example',
    'ftp://arena.example',
  ])('is not %s', (address) => {
    expect(() => readConfig({ DEADHEAT_PUBLIC_URL: address })).toThrow(
      'DEADHEAT_PUBLIC_URL: is not an address like https://arena.example',
    )
  })
})

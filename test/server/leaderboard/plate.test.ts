import { expect, it, describe } from 'vitest'
import { COLOURS } from '../../../shared/finish/index.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { createRequire } from 'node:module'
import { drawPng } from '../../../server/leaderboard/plate/png.ts'

describe('the plate of an arena', () => {
  const [first, second] = NAMES as [string, string]
  const app = appFor({}, async () => {
    const votes = [voteOf(first, second, 'left'), voteOf(second, first, 'left')]
    await app.import(arenaOf('open', { votes, prompts: 20 }))
  })

  /** The width and height that a PNG declares, after its signature. */
  function sizeOf(png: Uint8Array): number[] {
    const view = new DataView(png.buffer, png.byteOffset)
    expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    return [view.getUint32(16), view.getUint32(20)]
  }

  it('follows language and theme', async () => {
    expect(await app.text('/a/open/plate.svg?lang=de')).toContain('2 Stimmen')
    expect(await app.text('/a/open/plate.svg?theme=dark')).toContain(COLOURS.dark.paper)
  })

  it('is a PNG of 1200 × 630 pixels over HTTP, made once for all who ask at the same time', async () => {
    const address = await app.serve()
    const get = async (query = '') => (await fetch(`${address}/a/open/plate.png${query}`)).bytes()
    const [png, again] = await Promise.all([get(), get()])
    expect(sizeOf(png)).toEqual([1200, 630])
    expect(Buffer.compare(png, again)).toBe(0)
    expect(Buffer.compare(png, await get('?theme=dark'))).not.toBe(0)
  })

  it('refuses more pictures at once than it can draw soon', async () => {
    const days = Array.from({ length: 12 }, (_, n) => `?from=2023-01-${String(n + 1).padStart(2, '0')}`)
    // computed before, one by one, because boards of other days are refused in a crowd, too
    for (const query of days) await app.request(`/api/arenas/open/leaderboard${query}`)
    const answers = await Promise.all(days.map((query) => app.request(`/a/open/plate.png${query}`)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]!.headers.get('retry-after')).toBe('5')
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  })
})

const text = (letters: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><text x="4" y="30" font-size="24" font-family="Inter">${letters}</text></svg>`
const EMPTY = text('')
const same = async (one: string, other: string, fonts: string[] = []) =>
  Buffer.compare(await drawPng(one, fonts), await drawPng(other, fonts)) === 0

it('draws letters of Latin, Greek, Cyrillic, Hebrew and Arabic, each differently', async () => {
  const samples = ['Warm', 'Θερμό', 'Тёплый', 'חם', 'دافئ', 'ấm']
  for (const [nth, letters] of samples.entries()) {
    expect(await same(text(letters), EMPTY), letters).toBe(false)
    expect(await same(text(letters), text(samples[(nth + 1) % samples.length]!)), letters).toBe(false)
  }
})

it('draws other letters with a font of the settings', async () => {
  const more = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuMathTeXGyre.ttf')
  // two letters that only this font has
  const [one, two] = [text('\u{1d49e}'), text('\u{1d4a2}')]
  expect(await same(one, two, [])).toBe(true)
  expect(await same(one, two, [more])).toBe(false)
})

it('reports what is no SVG, and draws the next picture all the same', async () => {
  await expect(drawPng('<svg', [])).rejects.toThrow('SVG data parsing failed')
  expect((await drawPng(EMPTY, [])).length).toBeGreaterThan(100)
})

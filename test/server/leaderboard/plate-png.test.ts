import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { drawPng } from '../../../server/leaderboard/plate/png.ts'

const text = (letters: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><text x="4" y="30" font-size="24" font-family="Arimo">${letters}</text></svg>`
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

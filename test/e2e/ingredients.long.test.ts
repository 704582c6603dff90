/** What ingredients are worth, below a board: on wide screens and phones, in both languages. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { arenaOf, voteOf } from '../server/arena-import.ts'
import { openSite, PHONE, WIDE, type Site } from './site.ts'
import { violations } from './violations.ts'

const FACTORS = [0, 1, 2, 3, 4, 5].map((i) => ({
  tone: i % 2 ? 'terse' : 'warm',
  emoji: i % 3 === 0 ? 'yes' : 'no',
}))
const NAMED = FACTORS.map(({ tone, emoji }, i) => `${tone}-${emoji}-${i}`)

let site: Site
beforeAll(async () => {
  site = await openSite()
  const stream = new RandomStream(3, 0)
  const below = (n: number) => Math.floor(stream.uniform() * n)
  const votes = Array.from({ length: 1500 }, (_, vote) => {
    const left = below(6)
    const right = (left + 1 + below(5)) % 6
    const lead = Number(FACTORS[left].tone === 'warm') - Number(FACTORS[right].tone === 'warm')
    const wins = stream.uniform() < 1 / (1 + Math.exp(-lead))
    const more = { prompt: `p${1 + below(40)}`, voter: `person ${vote % 40}` }
    return voteOf(NAMED[left], NAMED[right], wins ? 'left' : 'right', more)
  })
  const arena = arenaOf('made-of', { names: NAMED, prompts: 40, votes })
  await importInto(site.app.deps, {
    ...arena,
    contestants: NAMED.map((name, i) => ({ name, factors: FACTORS[i] })),
    setUp: { settings: {}, providers: [], judges: [], checks: [] },
  })
})
afterAll(() => site?.close())

test.each([
  ['wide', { viewport: WIDE }],
  ['on a phone', { viewport: PHONE }],
  ['in German', { viewport: WIDE, locale: 'de-DE' }],
] as const)('Ingredients say what to keep, and what they do not explain, %s', async (_, options) => {
  const page = await site.visit('/a/made-of#ingredients', options)
  const panel = page.locator('#ingredients')
  await panel.getByRole('table').nth(1).waitFor()
  const words = await panel.innerText()
  expect(words).toMatch(
    'locale' in options
      ? /warm behalten \(\+\d+ bis \+\d+ Punkte\)\. Emoji: kein Unterschied gefunden\./
      : /Keep warm \(\+\d+ to \+\d+ points\)\. Emoji: no difference found\./,
  )
  expect(await panel.getByRole('rowheader').allInnerTexts()).toEqual(['tone', 'emoji', ...NAMED])
  expect(await violations(page)).toEqual([])
})

test('An arena without factors has no such panel', async () => {
  const page = await site.visit('/a/support-replies')
  await page.locator('#head-to-head').waitFor()
  expect(await page.locator('#ingredients').count()).toBe(0)
})

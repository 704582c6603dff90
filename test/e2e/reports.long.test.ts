/** The panel that says what a board rests on: with figures, on a phone, in the dark, in German, and without an answer. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import type { BoardReports } from '../../shared/contracts/reports.ts'
import { mixed, STYLED, STYLED_NAMES } from '../server/leaderboard/styled-arenas.ts'
import { arenaOf, NAMES, voteOf } from '../server/arena-import.ts'
import { openSite, PHONE, type Site } from './site.ts'
import { bringStates } from './states.ts'
import { violations } from './violations.ts'

/** On every fourth of 40 prompts the second answer of the left contestant loses. */
const SAMPLED = Array.from({ length: 40 }, (_, n) =>
  [1, 1, 2, 2].map((sample) =>
    voteOf(NAMES[0]!, NAMES[1]!, sample === 2 && n % 4 === 0 ? 'right' : 'left', {
      prompt: `p${n + 1}`,
      leftSample: sample,
    }),
  ),
).flat()

/** Each of 24 contestants meets the next on each prompt, with answers that differ in style on every prompt. */
function manyStyled() {
  const names = Array.from({ length: 24 }, (_, i) => `Many-${i}`)
  const says = (name: string, n: number) => mixed(STYLED_NAMES[(names.indexOf(name) + n) % 4]!, n)
  const votes = Array.from({ length: 40 }, (_, n) =>
    names.map((left, i) =>
      voteOf(left, names[(i + 1 + (n % 3)) % 24]!, (31 * n + 17 * i) % 7 < 4 ? 'left' : 'right', {
        prompt: `p${n + 1}`,
        voter: `v${(n + i) % 20}`,
      }),
    ),
  ).flat()
  const judged = votes
    .slice(0, 200)
    .flatMap(({ left, right, outcome, prompt }) =>
      ['careful', 'hasty'].map((voter) => voteOf(left, right, outcome, { prompt, source: 'judge', voter })),
    )
  return arenaOf('many-styled', { names, prompts: 40, says, votes: [...votes, ...judged] })
}

let site: Site
beforeAll(async () => {
  site = await openSite()
  await bringStates(site.app, ['dead heat of all'])
  for (const slug of ['long-ada', 'silent']) await importInto(site.app.deps, STYLED[slug])
  await importInto(site.app.deps, manyStyled())
  await importInto(site.app.deps, arenaOf('sampled', { prompts: 40, votes: SAMPLED }))
  await site.app.settle()
})
afterAll(() => site?.close())

const ARENA = 'support-replies'

test('the panel is fetched when the reader scrolls near, shows the served figures, and axe finds nothing', async () => {
  const page = await site.visit(`/a/${ARENA}`)
  const panel = page.locator('section#reports')
  await panel.scrollIntoViewIfNeeded()
  const served = (await (await site.app.request(`/api/arenas/${ARENA}/reports`)).json()) as BoardReports
  await panel.getByText('How few votes decide').waitFor()
  const words = await panel.innerText()
  expect(words).toContain(`From ${served.votes.toLocaleString('en')} votes.`)
  expect(words).toContain(`${served.fragility!.becomes} would be rated above ${served.fragility!.leader}`)
  // the demo's votes are simulated: no person saw a side
  expect(words).not.toContain('Left or right')
  expect(await page.locator('section#method').innerText()).not.toContain('Left or right')
  expect(words).toMatch(/No lack of fit found|does not explain these votes/)
  expect(await violations(page)).toEqual([])
})

test('the panel has the same content in German, in the dark and on a phone, and does not scroll sideways', async () => {
  const page = await site.visit(`/a/${ARENA}`, { viewport: PHONE, colorScheme: 'dark', locale: 'de-DE' })
  const panel = page.locator('section#reports')
  await panel.scrollIntoViewIfNeeded()
  await panel.getByText('Wie wenige Stimmen entscheiden').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await violations(page)).toEqual([])
})

test('the panel says why it has no figures, and can try again', async () => {
  const page = await site.visit(`/a/${ARENA}`)
  // not by itself: this answer would be the same again
  await page.route('**/api/arenas/*/reports*', (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', detail: 'Gone.' } }),
  )
  const panel = page.locator('section#reports')
  await panel.scrollIntoViewIfNeeded()
  await panel.getByRole('alert').waitFor()
  await page.unroute('**/api/arenas/*/reports*')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.getByText('How few votes decide').waitFor()
  expect(await panel.getByRole('alert').count()).toBe(0)
})

test('the panel says that the server still computes, and asks again by itself after a failure', async () => {
  const page = await site.visit(`/a/${ARENA}`)
  let isSlow = true
  const slow = Promise.withResolvers<void>()
  await page.route('**/api/arenas/*/reports*', async (route) => {
    if (!isSlow) return route.continue()
    await slow.promise
    await route.abort()
  })
  const panel = page.locator('section#reports')
  await panel.scrollIntoViewIfNeeded()
  await panel.getByText(/The server is still computing these figures\..*\d s so far\./).waitFor()
  slow.resolve()
  await panel.getByText(/Next try in \d s\./).waitFor()
  expect(await violations(page, { only: '#reports' })).toEqual([])
  isSlow = false
  await panel.getByText('How few votes decide').waitFor()
  expect(await panel.getByRole('alert').count()).toBe(0)
})

test('with votes of people the method panel shows the effect of the left side, and links to the reports', async () => {
  const page = await site.visit('/a/state-dead-heat')
  const { position } = (await (
    await site.app.request('/api/arenas/state-dead-heat/reports')
  ).json()) as BoardReports
  const panel = page.locator('section#reports')
  await panel.scrollIntoViewIfNeeded()
  await panel.getByRole('link', { name: 'with the method' }).click()
  const words = page.locator('section#method').getByText(/Of two equals, the answer on the left wins/)
  await words.waitFor()
  const text = (await words.innerText()).replaceAll('\u00a0', ' ')
  const figures = [position!.leftWins.winRate, ...position!.leftWins.interval].map((value) =>
    (100 * value).toFixed(1),
  )
  expect(text).toContain(`${figures[0]} % (95 %: ${figures[1]}–${figures[2]} %)`)
  expect(text).toMatch(/cludes 50 %/)
  expect(await violations(page)).toEqual([])
})

test('with known texts it shows ratings at equal style, and names the withheld one', async () => {
  const page = await site.visit('/a/long-ada')
  const panel = page.locator('section#reports')
  await panel.scrollIntoViewIfNeeded()
  const rows = panel.getByRole('table', { name: 'Ratings as they are, and at equal style' }).getByRole('row')
  await rows.first().waitFor()
  const words = await panel.innerText()
  expect(words).toMatch(
    /Longer answers win more: of two equals, the answer twice as long wins \d+\.\d\s% \(95\s%: /,
  )
  expect(words).toContain('Withheld for Ada')
  const { style } = (await (await site.app.request('/api/arenas/long-ada/reports')).json()) as BoardReports
  const [head, ...known] = await rows.allInnerTexts()
  expect(head).toMatch(/Rating\s+At equal style\s+Change/)
  expect(known.map((row) => row.trim().split(/\s/)[0])).toEqual(style!.contestants.map(({ name }) => name))
  for (const [at, { rating, controlled, interval }] of style!.contestants.entries())
    for (const figure of [rating, controlled, ...(interval ?? [])])
      if (figure !== null) expect(known[at]).toContain(String(Math.round(figure)))
  expect(await panel.locator('svg .hollow').count()).toBe(4)
  expect(await violations(page)).toEqual([])
  await page.setViewportSize(PHONE)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

test('on a board of many, the ratings at equal style and the judges begin folded, and the page is short', async () => {
  const page = await site.visit('/a/many-styled?source=humans')
  const panel = page.locator('section#reports')
  await panel.scrollIntoViewIfNeeded()
  const button = panel.getByRole('button', { name: 'Show ratings at equal style' })
  await button.waitFor()
  const judges = page.locator('#judges')
  expect(await judges.getByRole('table').count()).toBe(0)
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(3000)
  // folded panels stand beside the one that is open
  const topOf = async (id: string) => (await page.locator(id).boundingBox())!.y
  expect(await topOf('#sampling')).toBe(await topOf('#head-to-head'))
  expect(await violations(page)).toEqual([])
  await judges.getByRole('button', { name: 'Show how good the judges are' }).click()
  await judges.getByRole('table').first().waitFor()
  await button.click()
  const rows = panel.getByRole('table', { name: 'Ratings as they are, and at equal style' }).getByRole('row')
  await rows.nth(12).waitFor()
  await page.locator('#head-to-head').getByRole('button', { name: 'Show all 24' }).click()
  await page.locator('#head-to-head td').first().waitFor()
  expect(await topOf('#sampling')).toBeGreaterThan(await topOf('#head-to-head'))
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

test('without texts it gives the reason why style control is withheld', async () => {
  const page = await site.visit('/a/silent')
  const panel = page.locator('section#reports')
  await panel.scrollIntoViewIfNeeded()
  await panel.getByText('Withheld: the texts of these answers are not known.').waitFor()
  expect(await panel.getByRole('table', { name: 'Ratings as they are' }).count()).toBe(0)
})

test('the page of a battle names the answer that was shown of a contestant with several', async () => {
  const rows = await (await site.app.request('/api/arenas/sampled/export/battles.json')).json()
  const { id } = (rows as { id: string; sample_a: number }[]).find(({ sample_a }) => sample_a === 2)!
  for (const [locale, words] of [
    ['en-GB', 'answer 2'],
    ['de-DE', 'Antwort 2'],
  ]) {
    const page = await site.visit(`/a/sampled/b/${id}`, { viewport: PHONE, locale })
    await page.getByRole('article', { name: NAMES[0] }).getByText(words!, { exact: true }).waitFor()
    expect(await page.getByRole('article', { name: NAMES[1] }).innerText()).not.toMatch(/answer 1|Antwort 1/)
    expect(await violations(page)).toEqual([])
  }
})

test('with several answers of a contestant it shows how often the others change the outcome; else nothing', async () => {
  for (const [locale, sentence] of [
    ['en', /change the outcome of 25\.0\s% \(\d+\.\d–\d+\.\d\s%\) of votes\./],
    ['de-DE', /ändern den Ausgang von 25,0\s% \(\d+,\d–\d+,\d\s%\) der Stimmen\./],
  ] as const) {
    const page = await site.visit('/a/sampled', { locale })
    const panel = page.locator('section#reports')
    await panel.scrollIntoViewIfNeeded()
    await panel.getByText(sentence).waitFor()
    expect(await violations(page)).toEqual([])
  }
  const page = await site.visit(`/a/${ARENA}`)
  const panel = page.locator('section#reports')
  await panel.scrollIntoViewIfNeeded()
  await panel.getByText('How few votes decide').waitFor()
  expect(await panel.innerText()).not.toContain('Other answers')
})

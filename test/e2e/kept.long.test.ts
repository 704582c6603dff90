/** The expected lead of the highest rated on new prompts: shown for it alone, with the figures of the server. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { Board, Differences } from '../../shared/contracts/index.ts'
import { arenaOf, voteOf } from '../server/arena-import.ts'
import { openSite, PHONE, type Site } from './site.ts'
import { violations } from './violations.ts'

const NAMES = ['Ada', 'Bert', 'Cleo']
/** Each pair has 40 votes on so many prompts, and the first of it wins three of five. */
const votesOn = (prompts: number) =>
  Array.from({ length: 40 }, (_, at) => {
    const prompt = `p${1 + (at % prompts)}`
    const won = (lead: number) => ((at + lead) % 5 < 3 ? 'left' : 'right')
    return [
      voteOf('Ada', 'Bert', won(0), { prompt }),
      voteOf('Ada', 'Cleo', won(1), { prompt }),
      voteOf('Bert', 'Cleo', won(2), { prompt }),
    ]
  }).flat()

/** Bert beats everyone under this criterion, and Ada under the other one. */
const byTone = votesOn(40).map((vote) => {
  const swap = (name: string) => (name === 'Ada' ? 'Bert' : name === 'Bert' ? 'Ada' : name)
  const swapped = { left: swap(vote.left), right: swap(vote.right) }
  return { ...vote, ...swapped, key: `tone ${vote.key}`, criterion: 'tone' }
})

let site: Site
beforeAll(async () => {
  site = await openSite()
  for (const [slug, prompts] of [
    ['led', 40],
    ['few-prompts', 8],
  ] as const)
    await importInto(site.app.deps, arenaOf(slug, { names: NAMES, prompts: 40, votes: votesOn(prompts) }))
  const votes = [...votesOn(40).map((vote) => ({ ...vote, criterion: 'help' })), ...byTone]
  const arena = { criteria: ['help', 'tone'] }
  await importInto(site.app.deps, arenaOf('two-criteria', { names: NAMES, prompts: 40, arena, votes }))
  await site.app.settle()
})
afterAll(() => site?.close())

const dataAt = async (path: string) => (await site.app.request(`/api/arenas/${path}`)).json()
const expectedLead = async (arena: string, name: string) =>
  Differences.parse(await dataAt(`${arena}/differences?contestant=${name}`)).expect

test('the page of the highest rated shows its expected lead with the interval, in both languages, on a phone and in the dark', async () => {
  const board = Board.parse(await dataAt('led/leaderboard'))
  expect(board.cluster).toBe('prompt')
  expect(board.contestants[0]!.name).toBe('Ada')
  const { unit, rating, expected, interval } = (await expectedLead('led', 'Ada'))!
  expect(unit).toBe('prompt')
  const [rated, less, low, high] = [rating, expected, ...interval].map((value) => String(Math.round(value)))
  const page = await site.visit('/a/led/c/ada')
  const sentence = page.getByText('since the highest rated was also lucky')
  await sentence.waitFor()
  expect((await sentence.innerText()).replaceAll('\u00a0', ' ')).toBe(
    `On new prompts, expect a rating of about ${less} instead of ${rated} (95 %: ${low} to ${high}), since the highest rated was also lucky.`,
  )
  expect(await violations(page)).toEqual([])
  const german = await site.visit('/a/led/c/ada', { viewport: PHONE, colorScheme: 'dark', locale: 'de-DE' })
  await german.getByText(`etwa ${less} statt ${rated} zu erwarten`).waitFor()
  expect(await german.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await violations(german)).toEqual([])
})

test('the pages of the others, and of a highest rated on too few prompts, show no expected lead', async () => {
  for (const [arena, name] of [
    ['led', 'Cleo'],
    ['few-prompts', 'Ada'],
  ] as const) {
    const page = await site.visit(`/a/${arena}/c/${name.toLowerCase()}`, {})
    await page
      .getByText(/Rating \d+/)
      .first()
      .waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByText('was also lucky').count()).toBe(0)
    expect(await expectedLead(arena, name)).toBe(null)
  }
})

test('a comparison with the highest rated shows its expected lead, and a comparison of two others does not', async () => {
  const { rating, expected } = (await expectedLead('led', 'Ada'))!
  const page = await site.visit('/a/led/compare?a=bert&b=ada')
  const sentence = page.getByText(/^\u2068Ada\u2069 is rated highest on the board/)
  await sentence.waitFor()
  expect(await sentence.innerText()).toContain(
    `about ${Math.round(expected)} instead of ${Math.round(rating)}`,
  )
  expect(await violations(page)).toEqual([])
  const others = await site.visit('/a/led/compare?a=bert&b=cleo')
  await others.getByRole('table').first().waitFor()
  await others.waitForLoadState('networkidle')
  expect(await others.getByText('was also lucky').count()).toBe(0)
})

test('a comparison under several criteria shows for each of them who is rated highest on its board', async () => {
  const page = await site.visit('/a/two-criteria/compare?a=bert&b=ada')
  for (const [criterion, name] of [
    ['help', 'Ada'],
    ['tone', 'Bert'],
  ]) {
    const { expect: of } = Differences.parse(
      await dataAt(`two-criteria/differences?contestant=${name}&criterion=${criterion}`),
    )
    const sentence = page.getByText(
      `\u2068${name}\u2069 is rated highest on the board under the criterion \u2068${criterion}\u2069.`,
    )
    await sentence.waitFor()
    expect(await sentence.innerText()).toContain(
      `about ${Math.round(of!.expected)} instead of ${Math.round(of!.rating)}`,
    )
  }
  expect(await page.getByText('was also lucky').count()).toBe(2)
  expect(await violations(page)).toEqual([])
  const german = await site.visit('/a/two-criteria/compare?a=bert&b=ada', { locale: 'de-DE' })
  await german.getByText('unter dem Kriterium \u2068tone\u2069').waitFor()
})

/** What an operator has at hand: a site whose models answer, the files of an arena, and the token. */
import type { Page } from '@playwright/test'
import { stringify } from 'yaml'
import { beforeEach, expect } from 'vitest'
import { startModelServer, type ModelServer } from '../../workshop/model-server/model-server.ts'
import { ADMIN_TOKEN } from '../support/app.ts'
import { everyField, FILES_BESIDE } from '../support/every-field.ts'
import { lines } from '../server/transfer/arena-files.ts'
import { alphabetically, KEYS, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'
import { openSite, siteFor, type Site } from './site.ts'
import { openForAll } from '../support/later.ts'

export interface Operated {
  site: Site
  models: ModelServer
}

/** Both are there once the tests of the file run; before each the models judge alphabetically. */
export function operated(): Operated {
  const models = openForAll(() => startModelServer({ reply: modelsThat(alphabetically) }))
  const there = { models, site: siteFor(() => openSite({ clock: 'runs', env: KEYS })) }
  beforeEach(() => there.models.become({ reply: modelsThat(alphabetically), latencyMs: 0 }))
  return there
}

/** The parts of the page of an arena that was judged, and what each says. */
export const OF_AN_ARENA: [show: string, says: string][] = [
  ['overview', 'Next: '],
  ['judging', 'Judging is done'],
  ['judges', 'Ask people to vote on these pairs'],
  ['contestants', 'birch'],
  ['prompts', 'Question 1?'],
  ['votes', 'Put into quarantine'],
  ['people', 'Save table as CSV'],
  ['import', 'Drop votes'],
  ['edit', 'Check the arena'],
  ['voters', 'Nobody has voted on the page yet.'],
  ['decision', 'A contestant wins only if'],
  ['settings', 'Who sees it'],
  ['exports', 'hold texts with names'],
  ['erase', 'Erase person …'],
  ['log', 'Arena created'],
]

/** Models that have a price. */
const WRITER = 'gpt-4o-mini-2024-07-18'
const JUDGE = 'gpt-4.1-mini-2025-04-14'

/** The files of an arena, by their names. */
export function arenaIn(models: ModelServer, slug: string, change: object = {}, prompts = 6) {
  const made = (name: string) => ({ name, provider: 'local', model: WRITER, system: `You are ${name}.` })
  const described = {
    arena: slug,
    title: `Who answers best in ${slug}?`,
    contestants: ['amber', 'birch', 'cedar'].map(made),
    prompts: 'prompts.jsonl',
    judges: [{ name: 'careful', provider: 'local', model: JUDGE, rubric: 'overall' }],
    providers: {
      local: { type: 'openai', baseUrl: models.openAiUrl, apiKeyEnv: 'MODELS_KEY', concurrency: 2 },
    },
    ...change,
  }
  const rows = Array.from({ length: prompts }, (_, i) => ({ id: `p${i}`, text: `Question ${i}?` }))
  return { 'arena.yaml': stringify(described), 'prompts.jsonl': lines(rows) }
}

/** Texts as files that are chosen, without a folder to lie in. */
export const asFiles = (texts: Record<string, string>) =>
  Object.entries(texts).map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) }))

/** Chooses such files for the field of a page that takes some. */
export const choose = (page: Page, texts: Record<string, string>) =>
  page.locator('.drop input').setInputFiles(asFiles(texts))

export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Admin token').fill(ADMIN_TOKEN)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

/** A page that its visitor has signed in to. */
export async function signedIn({ site }: Pick<Operated, 'site'>, ...where: Parameters<Site['visit']>) {
  const page = await site.visit(...where)
  await signIn(page)
  return page
}

/** Goes to a tab of an arena, and to a part of it. */
export async function goTo(page: Page, tab: string, part: string): Promise<void> {
  await page.getByRole('link', { name: tab, exact: true }).click()
  await page.getByRole('link', { name: part, exact: true }).click()
}

/** An arena with its answers and judgements, by the page's own routes. */
export async function judged({ site, models }: Operated, slug: string): Promise<void> {
  const page = await signedIn({ site }, '/admin/new?by=form')
  await choose(page, arenaIn(models, slug))
  await page.getByRole('button', { name: 'Create the arena' }).click()
  await page.getByRole('link', { name: 'Next: add answers.' }).click()
  await page.getByRole('button', { name: 'Start judging' }).click()
  await page.getByRole('heading', { name: 'Judging is done' }).waitFor()
  await page.close()
}

/** An arena that says something in every field there is, or another thing where that is changed. */
export async function everyFieldIn({ site, models }: Operated, slug: string, change: object = {}) {
  const provider = { baseUrl: models.openAiUrl, apiKeyEnv: 'MODELS_KEY' }
  const files = { 'arena.yaml': stringify({ ...everyField(slug, provider), ...change }), ...FILES_BESIDE }
  const sent = await site.app.asAdmin('/api/admin/arenas', { files })
  expect([sent.ok, await sent.text()]).toEqual([true, expect.any(String)])
}

/** Nothing is wider than the screen. */
export const isNarrow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')

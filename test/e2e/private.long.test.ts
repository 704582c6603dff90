/** The board of a private arena: live and complete after signing in, and unknown to other visitors. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, voteOf } from '../server/arena-import.ts'
import { ADMIN_TOKEN } from '../support/app.ts'
import { NAMES, openSite, type Site } from './site.ts'
import { violations, violationsByAllRules } from './violations.ts'

const [A, B] = NAMES as [string, string]
const among = (votes: ReturnType<typeof voteOf>[]) =>
  importInto(site.app.deps, arenaOf('hidden', { arena: { visibility: 'private' }, prompts: 30, votes }))

let site: Site
beforeAll(async () => {
  site = await openSite()
  await among(
    Array.from({ length: 30 }, (_, n) =>
      voteOf(A, B, n % 3 === 0 ? 'right' : 'left', { prompt: `p${n + 1}` }),
    ),
  )
  await site.app.settle()
})
afterAll(() => site?.close())

async function signedIn(): Promise<Page> {
  const page = await site.visit('/admin')
  await page.getByLabel('Admin token').fill(ADMIN_TOKEN)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.goto(`${site.address}/a/hidden`)
  await page.locator('table.board tr.rated').first().waitFor()
  return page
}

test('signed in: a vote moves the board without a reload, and no lost connection is reported', async () => {
  const page = await signedIn()
  await page.evaluate('window.notReloaded = true')
  expect(await page.locator('main').innerText()).toMatch(/30 votes/)
  await among([voteOf(A, B, 'left')])
  await page.getByText('31 votes', { exact: false }).first().waitFor()
  expect(await page.evaluate('window.notReloaded')).toBe(true)
  expect(await page.getByText('connection lost', { exact: false }).count()).toBe(0)
  await page.close()
})

test('signed in: files are downloaded with the token, and the badge for a README is missing', async () => {
  const page = await signedIn()
  const saved = async (name: string) => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const file = await coming
    return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')]
  }
  expect(await saved('Votes as csv')).toEqual(['hidden-votes.csv', expect.stringContaining(A)])
  expect(await saved('As text as md')).toEqual(['hidden.md', expect.stringContaining(A)])
  expect(await saved('hidden-board.json')).toEqual(['hidden-board.json', expect.stringContaining('"hidden"')])
  await page.getByText('verify hidden-board.json hidden-votes.jsonl').waitFor()
  expect(await page.getByText('Badge, for a README').count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await page.close()
})

test('not signed in: an invited person and one with a labelling link read title and question', async () => {
  await importInto(
    site.app.deps,
    arenaOf('asked', {
      arena: { visibility: 'private', title: 'Behind doors', description: 'Which one is kinder?' },
      votes: [voteOf(A, B, 'left', { source: 'judge', voter: 'critic', prompt: 'p2' })],
    }),
  )
  const made = async <Link>(path: string, json: object) =>
    (await (
      await site.app.request(`/api/admin/arenas/asked/${path}`, {
        json,
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      })
    ).json()) as Link
  const { invitations } = await made<{ invitations: { path: string }[] }>('invitations', {
    people: ['Ada'],
    days: 1,
  })
  const { path } = await made<{ path: string }>('calibration/links', { days: 1 })
  for (const link of [invitations[0].path, path]) {
    const page = await site.visit(link)
    await page.getByRole('heading', { level: 1, name: 'Which one is kinder?' }).waitFor()
    expect(await page.getByRole('banner').innerText()).toContain('Behind doors')
    await page.close()
  }
})

test('what an invited person sees has no violation, nor closed voting, nor an archived arena', async () => {
  await importInto(site.app.deps, arenaOf('ending'))
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  const operate = async (path: string, json: object) =>
    (await site.app.request(`/api/admin/arenas/ending/${path}`, { json, headers })).json() as Promise<{
      invitations: { path: string }[]
    }>
  const clean = async (path: string, says: RegExp) => {
    const page = await site.visit(path)
    await page.getByText(says).filter({ visible: true }).first().waitFor()
    expect([path, ...(await violationsByAllRules(page))]).toEqual([path])
    await page.close()
  }
  const { invitations } = await operate('invitations', { people: ['Ada'], goal: 2, days: 1 })
  await clean(invitations[0].path, /by everyone invited/)
  await operate('closing', { at: new Date(Date.now() - 60_000).toISOString() })
  await clean('/a/ending', /^Voting is closed$/)
  await clean('/a/ending/vote', /Voting is closed|Voting closed/)
  await operate('archive', { archived: true })
  await clean('/a/ending', /^Archived on/)
})

test('not signed in: the arena does not exist', async () => {
  const page = await site.visit('/a/hidden')
  await page.getByText('There is no arena “hidden” here.').waitFor()
  expect(await page.content()).not.toContain(A)
  await page.close()
})

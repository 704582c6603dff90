/** An arena written on the operator's page: its arena.yaml, the form beside it, and unsaved changes. */
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { asFiles, everyFieldIn, goTo, operated, signIn, signedIn } from './operator.ts'
import { held } from './site.ts'
import { violations, violationsAtBothWidths } from './violations.ts'
import type { Page } from '@playwright/test'

const there = operated()

const yamlOf = (page: Page) => page.getByLabel('arena.yaml', { exact: true })
const valuesOn = async (page: Page) => parse(await yamlOf(page).inputValue()) as Record<string, unknown>
const ready = (page: Page) => page.getByRole('button', { name: 'Check the arena' }).waitFor()
/** The changes that the last check found, once there are any. */
const changesOn = async (page: Page) => {
  const changes = page.locator('dl.kinds')
  await changes.waitFor()
  return (await changes.innerText()).replace(/\s*\n\s*/g, ' · ')
}

test('a new arena is checked while it is written, and created with a judge, a rubric and uploaded answers', async () => {
  const page = await signedIn(there, '/admin/new?by=form')
  await ready(page)
  expect(await violationsAtBothWidths(page)).toEqual([])
  await page.getByLabel('Title').fill('Größe: which is "kinder"?')
  expect(await page.getByLabel('Address').inputValue()).toBe('groesse-which-is-kinder')
  await page.getByText(/problems? to fix first/).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.getByLabel('Address').fill('written-here')
  await page.getByLabel('What voters are asked').fill('Which is kinder?')
  await page.getByLabel('Who sees it').selectOption('Anybody with the link')
  for (const number of ['1', '2'])
    await page
      .getByRole('group', { name: `Contestant ${number}` })
      .getByLabel('Model, by dated name')
      .fill('gpt-4o-mini-2024-07-18')
  await page
    .getByRole('group', { name: 'Contestant 2' })
    .getByLabel('System prompt')
    .fill('Be kind.\nBe brief.')
  await page
    .getByLabel('Or a contestant as a file of its answers')
    .setInputFiles(asFiles({ 'Mine.csv': 'prompt,text\np1,No.\np2,Yes.\n' }))
  await page.getByText('Its answers are in answers/Mine.csv.').waitFor()
  const prompts = page.getByLabel('Prompts, separated by blank lines')
  await prompts.pressSequentially('Late?\n\nLost?\nAgain?\n\n')
  expect(await prompts.inputValue()).toBe('Late?\n\nLost?\nAgain?\n\n')
  await page.getByLabel('A model judges, too').check()
  await page.getByLabel('Model, by dated name').last().fill('gpt-4.1-mini-2025-04-14')
  await page.getByRole('combobox', { name: 'Rubric' }).selectOption('my own text')
  await page.getByText('rubrics/own.md', { exact: true }).and(page.locator('bdi')).click()
  const rubric = page.getByLabel('rubrics/own.md', { exact: true }).and(page.locator('textarea'))
  await rubric.fill((await rubric.inputValue()).replace('that …', 'that is kinder.'))
  await page.getByLabel('Budget in US dollars').fill('2')
  expect(await valuesOn(page)).toMatchObject({
    arena: 'written-here',
    title: 'Größe: which is "kinder"?',
    description: 'Which is kinder?',
    visibility: 'link',
    contestants: [{ name: 'A' }, { name: 'B', system: 'Be kind.\nBe brief.' }, { name: 'Mine' }],
    prompts: [
      { id: 'p1', text: 'Late?' },
      { id: 'p2', text: 'Lost?\nAgain?' },
    ],
    judges: [{ name: 'judge-1', rubric: 'rubrics/own.md' }],
    budgetUsd: 2,
  })
  await page.getByText('Adds 3 contestants, 2 prompts and 2 answers.').waitFor()
  expect(await violations(page)).toEqual([])
  const create = page.getByRole('button', { name: 'Create the arena' })
  await expect.poll(() => create.isEnabled()).toBe(true)
  await yamlOf(page).press('ControlOrMeta+End')
  await page.keyboard.type('samples: 2')
  // what was checked is not what is there now
  expect(await create.isDisabled()).toBe(true)
  await expect.poll(() => create.isEnabled()).toBe(true)
  await create.click()
  await page.getByRole('heading', { name: 'Größe: which is "kinder"?' }).waitFor()
  const detail = await there.site.app.asAdmin('/api/admin/arenas/written-here/recipe')
  const { files } = (await detail.json()) as { files: Record<string, string> }
  expect(parse(files['arena.yaml']!)).toMatchObject({ samples: 2, budgetUsd: 2 })
  expect(Object.values(files).join()).toContain('that is kinder.')
  await page.goto(`${there.site.address}/admin/a/written-here?show=edit`)
  await ready(page)
  const { decides } = await valuesOn(page)
  await page.getByLabel('Only people vote').check()
  // a stored day is changed by nobody but its writer
  expect(await valuesOn(page)).toMatchObject({ decides })
})

test('the form and the text are one: all else in the text stays, and what cannot be read is said with its line', async () => {
  await everyFieldIn(there, 'every')
  const page = await signedIn(there, '/admin/a/every?show=edit')
  await ready(page)
  const yaml = yamlOf(page)
  const before = await valuesOn(page)
  await yaml.fill(`# ours\n${await yaml.inputValue()}`)
  await page.getByLabel('Title').fill('Changed?')
  expect(await yaml.inputValue()).toMatch(/^# ours\n/)
  expect(await valuesOn(page)).toEqual({ ...before, title: 'Changed?' })
  expect(await changesOn(page)).toBe('Settings changed · title')
  await page.getByText('They are in the arena.yaml, with more than a text each.').waitFor()
  await yaml.fill((await yaml.inputValue()).replace('title: Changed?', 'title: Typed here?'))
  expect(await page.getByLabel('Title').inputValue()).toBe('Typed here?')
  await yaml.fill((await yaml.inputValue()).replace('title: Typed', 'title: Typed: '))
  await page
    .getByRole('alert')
    .getByText(/^Line 3 cannot be read: /)
    .waitFor()
  expect([
    await page.getByLabel('Title').isDisabled(),
    await page.getByRole('button', { name: 'Check the arena' }).isDisabled(),
  ]).toEqual([true, true])
  await yaml.fill((await yaml.inputValue()).replace('title: Typed: ', 'title: Typed'))
  expect(await page.getByLabel('Title').isDisabled()).toBe(false)

  // what the text says of the decision day stays, until the field is used
  const days = (await yaml.inputValue()).replace(/decides:[^]*?\n(?=\S)/, 'decides:\n  votes: 777\n')
  await yaml.fill(days)
  const votes = page.getByLabel('Votes', { exact: true })
  await expect.poll(() => votes.inputValue()).toBe('777')
  await page.getByRole('button', { name: 'Add a contestant' }).click()
  expect(await valuesOn(page)).toMatchObject({ decides: { votes: 777 } })
  await votes.fill('778')
  expect(await valuesOn(page)).toMatchObject({ decides: { votes: 778 } })
  await page.getByRole('button', { name: 'Remove A', exact: true }).click()

  // a file beside it, edited and replaced
  await page.getByText('answers/given.jsonl', { exact: true }).and(page.locator('bdi')).click()
  const given = page.getByLabel('answers/given.jsonl', { exact: true }).and(page.locator('textarea'))
  await page
    .locator('.drop input')
    .setInputFiles(asFiles({ 'given.jsonl': '{"prompt":"nowhere","text":"No"}\n' }))
  await expect.poll(() => given.inputValue()).toContain('nowhere')
  await page.getByRole('button', { name: 'Check the arena' }).click()
  await page.getByRole('alert').getByText('answers/given.jsonl, line 1').waitFor()
  expect(await violationsAtBothWidths(page)).toEqual([])
})

test('unsaved changes stay on other pages, can be discarded, and the browser asks before the page closes', async () => {
  await everyFieldIn(there, 'begun')
  const page = await there.site.visit('/admin/a/begun?show=edit')
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.type())
    await dialog.dismiss()
  })
  await signIn(page)
  await ready(page)
  const title = page.getByLabel('Title')
  await title.fill('Unsaved?')
  await page.getByText('Not saved yet.').waitFor()
  await goTo(page, 'Settings', 'Log')
  await page.getByRole('heading', { name: 'Texts exported' }).first().waitFor()
  await page.goBack()
  await page.goBack()
  await expect.poll(() => title.inputValue()).toBe('Unsaved?')
  await page.getByRole('link', { name: 'Admin', exact: true }).first().click()
  await page.getByRole('link', { name: 'New arena' }).click()
  await page.getByRole('link', { name: 'arena.yaml' }).click()
  await title.fill('New and unsaved?')
  await page.getByRole('link', { name: 'From an archive' }).click()
  await page.getByRole('link', { name: 'arena.yaml' }).click()
  await expect.poll(() => title.inputValue()).toBe('New and unsaved?')
  const discard = async () => {
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await page.getByRole('button', { name: 'Discard it' }).click()
  }
  await discard()
  expect(await title.inputValue()).toBe('')

  await everyFieldIn(there, 'begun', { title: 'Changed by another?' })
  await page.getByRole('link', { name: 'Admin', exact: true }).first().click()
  await page.getByRole('link', { name: 'Changed by another?' }).click()
  await goTo(page, 'Settings', 'Edit')
  await expect.poll(() => title.inputValue()).toBe('Unsaved?')
  await page.evaluate('setTimeout(() => location.reload())')
  await expect.poll(() => dialogs).toEqual(['beforeunload'])
  await discard()
  await expect.poll(() => title.inputValue()).toBe('Changed by another?')
  await title.fill('Saved?')
  await page.getByRole('button', { name: 'Check the arena' }).click()
  await page.getByRole('button', { name: 'Update the arena' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await page.getByText('Not saved yet.').count()).toBe(0)
  await goTo(page, 'Settings', 'Log')
  await page.getByRole('heading', { name: 'Arena changed' }).first().waitFor()
  const acts = await page.locator('li h2').allInnerTexts()
  // whoever opens the editor reads all texts, each time
  const changes = acts.filter((act) => act !== 'Texts exported')
  expect(changes).toEqual(['Arena changed', 'Arena changed', 'Arena created'])
  await page.reload()
  expect(dialogs).toHaveLength(1)
})

test('another operator’s save after the check is not overwritten silently, and nothing can be typed while it is being saved', async () => {
  await everyFieldIn(there, 'twice')
  const page = await signedIn(there, '/admin/a/twice?show=edit')
  await ready(page)
  const description = page.getByLabel('What voters are asked')
  await description.fill('Which is kinder?')
  await page.getByRole('button', { name: 'Check the arena' }).click()
  const update = page.getByRole('button', { name: 'Update the arena' })
  await update.waitFor()
  await everyFieldIn(there, 'twice', { title: 'Changed by another?', budgetUsd: 4 })
  await update.click()
  await page.getByRole('alert').getByText('Not saved: somebody changed the arena').waitFor()
  const detail = async () =>
    (await (await there.site.app.request('/api/arenas/twice')).json()) as Record<string, unknown>
  expect(await detail()).toMatchObject({ title: 'Changed by another?', description: 'Which is better?' })
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Changed by another?')
  await description.fill('Which is kinder?')
  const release = await held(page, '**/api/admin/arenas')
  await expect.poll(() => update.isEnabled()).toBe(true)
  await update.click()
  await page.getByText('Creating', { exact: false }).waitFor()
  expect([
    await description.isDisabled(),
    await page.getByRole('button', { name: 'Discard', exact: true }).isDisabled(),
  ]).toEqual([true, true])
  release()
  await page.getByText('Saved.').waitFor()
  expect(await description.isDisabled()).toBe(false)
  expect(await detail()).toMatchObject({ title: 'Changed by another?', description: 'Which is kinder?' })
})

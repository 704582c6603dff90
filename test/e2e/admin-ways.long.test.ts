/** The ways of an operator to a judged arena: by keyboard alone, on a phone, and step by step. */
import { expect, test } from 'vitest'
import { ADMIN_TOKEN } from '../support/app.ts'
import { alphabetically, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'
import { arenaIn, isNarrow, operated, picker, signIn } from './operator.ts'
import { PHONE } from './site.ts'

const there = operated()

test('by keyboard alone: from the token to an arena that is judged to its end', async () => {
  const page = await there.site.visit('/admin')
  const to = async (name: string, role: 'button' | 'link' = 'button') => {
    const target = page.getByRole(role, { name, exact: true }).first()
    await target.waitFor()
    for (let n = 0; n < 60; n++) {
      if ((await target.and(page.locator(':focus')).count()) > 0) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never comes to ${name}`)
  }
  await page.getByLabel('Admin token').waitFor()
  for (let n = 0; n < 10; n++) {
    if ((await page.getByLabel('Admin token').and(page.locator(':focus')).count()) > 0) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type(ADMIN_TOKEN)
  await page.keyboard.press('Enter')
  await to('New arena', 'link')
  await page.keyboard.press('Enter')
  await to('From files', 'link')
  await page.keyboard.press('Enter')
  await page.getByText('Drop arena.yaml').waitFor()
  // intercepted early: otherwise the browser may open its own dialog first
  const choosing = page.waitForEvent('filechooser')
  await to('Choose files')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(arenaIn(there.models, 'by-keyboard'))
  await to('Create the arena')
  await page.keyboard.press('Enter')
  await to('Next: add answers.', 'link')
  await page.keyboard.press('Enter')
  await to('Start judging')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Judging is done' }).waitFor()
  await to('Content', 'link')
  await page.keyboard.press('Enter')
  await to('Retire amber')
  await page.keyboard.press('Enter')
  await to('Restore amber')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Retire amber' }).waitFor()
  expect(await page.getByRole('button', { name: 'Restore', exact: false }).count()).toBe(0)
})

test('on a phone: step by step, from pasted answers to an arena that people vote on', async () => {
  const page = await there.site.visit('/admin/new?by=wizard', { viewport: PHONE })
  await signIn(page)
  await page.getByLabel('Title').fill('Which café answers best?')
  expect(await page.getByLabel('Address').inputValue()).toBe('which-cafe-answers-best')
  await page
    .getByLabel('Table:', { exact: false })
    .fill('prompt\tTerse\t<b>Warm</b>\nLate?\tYes.\tI am sorry, yes.\nLost?\tNo.\t"Not at all, no."\n')
  await page.getByText('2 prompts, 2 contestants.').waitFor()
  expect(await isNarrow(page)).toBe(true)
  await page.getByLabel('Models or files').check()
  await page.getByLabel('Prompts, separated by blank lines').fill('Told before?')
  await page.getByLabel('A table').check()
  await page.getByRole('button', { name: 'List them one by one' }).click()
  await page.getByText('Other prompts and contestants that were entered here are set aside.').waitFor()
  await page.getByRole('button', { name: 'Bring it back' }).click()
  expect(await page.getByLabel('Prompts, separated by blank lines').inputValue()).toBe('Told before?')
  await page.getByLabel('A table').check()
  await page.getByRole('button', { name: 'Check the arena' }).click()
  await page.getByText('Adds 2 contestants, 2 prompts and 4 answers.').waitFor()
  await page.getByText('Calls no model: people vote on it.').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download arena.yaml' }).click()
  expect((await saved).suggestedFilename()).toBe('arena.yaml')
  await page.getByRole('button', { name: 'Create the arena' }).click()
  await page.getByRole('link', { name: '/vote' }).click()
  await page.getByText('Not at all, no.').or(page.getByText('I am sorry, yes.')).first().waitFor()
})

test('on a phone: signed in, a run is started, paused and continued with controls large enough for a thumb', async () => {
  const page = await there.site.visit('/admin', { viewport: PHONE })
  await signIn(page)
  await page.getByRole('link', { name: 'New arena' }).click()
  await page.getByRole('link', { name: 'From files' }).click()
  await page.getByText('Drop arena.yaml').waitFor()
  there.models.become({ reply: modelsThat(alphabetically), latencyMs: 60 })
  await picker(page).setInputFiles(arenaIn(there.models, 'by-thumb', {}, 12))
  await page.getByRole('button', { name: 'Create the arena' }).click()
  await page.getByRole('link', { name: 'Next: add answers.' }).click()
  await page.getByRole('button', { name: 'Start judging' }).click()
  const pause = page.getByRole('button', { name: 'Pause' })
  expect((await pause.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await pause.click()
  await page.getByRole('heading', { name: 'Judging is paused' }).waitFor()
  expect(await isNarrow(page)).toBe(true)
  there.models.become({ reply: modelsThat(alphabetically), latencyMs: 0 })
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('heading', { name: 'Judging is done' }).waitFor()
})

test('step by step with models and judges makes an arena.yaml that passes the validator', async () => {
  const page = await there.site.visit('/admin/new?by=wizard')
  await signIn(page)
  await page.getByLabel('Title').fill('By models')
  await page.getByLabel('Models or files').check()
  await page
    .getByLabel('Prompts, separated by blank lines')
    .fill('Question 1?\n\nQuestion 2?\nwith a second line')
  for (const [i, who] of ['amber', 'birch'].entries()) {
    const group = page.getByRole('group', { name: `Contestant ${i + 1}` })
    await group.getByLabel('Model').fill('writer-1')
    await group.getByLabel('System prompt').fill(`You are ${who}.`)
  }
  await page.getByLabel('Models judge').check()
  const judge = page.getByRole('group', { name: 'Judge 1' })
  await judge.getByLabel('Model').fill('judge-1')
  await judge.getByLabel('Rubric').selectOption('my own text')
  await page.getByLabel('Judging instructions').fill('Which is kinder?')
  const provider = page.getByRole('group', { name: 'Provider 1' })
  await provider.getByLabel('Name').fill('local')
  await provider.getByLabel('Environment variable').fill('MODELS_KEY')
  await provider.getByLabel('Address, if not').fill(there.models.openAiUrl)
  await page.getByRole('button', { name: 'Check the arena' }).click()
  await page.getByText('Adds 2 contestants, 2 prompts and 0 answers.').waitFor()
  await page.getByText('8 calls: 4 answers to generate and 2 judgements').waitFor()
  await page.getByRole('button', { name: 'Create the arena' }).click()
  await page.getByRole('link', { name: 'Next: add answers.' }).click()
  await page.getByRole('button', { name: 'Start judging' }).click()
  await page.getByRole('heading', { name: 'Judging is done' }).waitFor()
  const votes = async () => {
    const board = await there.site.app.request('/api/arenas/by-models/leaderboard?source=judges')
    return ((await board.json()) as { votes: number }).votes
  }
  await expect.poll(votes).toBe(2)
})

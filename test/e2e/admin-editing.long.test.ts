/** An existing arena, edited step by step on the operator's page: every field, and unsaved changes. */
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { everyField, KEYS_THERE_ARE, SAID_OTHERWISE, differing } from '../support/every-field.ts'
import { everyFieldIn, goTo, operated, signIn, unfold } from './operator.ts'
import { held } from './site.ts'
import { violations } from './violations.ts'
import type { Page } from '@playwright/test'

/** What each control of the steps changes: every one is set to something else, looked at, and set back. */
/** What else a check says goes with it. */
const OF_ITS_KIND = 'checks[].kind'

/** The keys of the arena.yaml each of which one control of the form changes and nothing else. */
async function keysChanged(page: Page): Promise<Set<string>> {
  const [before, ...after] = (await page.evaluate(throughAll)) as string[]
  const was = parse(before!) as unknown
  const keys = after.flatMap((text) => {
    const changed = differing(was, parse(text))
    if (changed.has(OF_ITS_KIND)) return [OF_ITS_KIND]
    return changed.size === 1 ? [...changed] : []
  })
  return new Set(keys)
}

/** In the browser: the arena.yaml as it is, and as it is with each control in turn set otherwise. */
const throughAll = `(async () => {
  const shown = () => document.querySelector('form pre').textContent
  const settled = async () => {
    for (let n = 0; n < 10; n++) await null
  }
  const controls = () =>
    [...document.querySelectorAll('form.form :is(input, textarea, select)')].filter(
      ({ type }) => !['radio', 'file', 'search'].includes(type),
    )
  const texts = [shown()]
  const set = async (at, value, event) => {
    const control = controls()[at]
    control.value = value
    control.dispatchEvent(new Event(event, { bubbles: true }))
    await settled()
  }
  for (let at = 0; at < controls().length; at++) {
    const control = controls()[at]
    if (control.type === 'checkbox') {
      control.click()
      await settled()
      texts.push(shown())
      controls()[at].click()
      await settled()
      continue
    }
    const isSelect = control.tagName === 'SELECT'
    const before = control.value
    const others = isSelect
      ? [...control.options].map(({ value }) => value).filter((value) => value !== before)
      : [control.type === 'number' ? String(Number(before) + 1) : before + 'x']
    for (const other of others) {
      await set(at, other, isSelect ? 'change' : 'input')
      texts.push(shown())
      await set(at, before, isSelect ? 'change' : 'input')
    }
    if (shown() !== texts[0]) throw new Error('set back, it is not as it was: ' + control.outerHTML)
  }
  return texts
})()`

const there = operated()

test('step by step editing has a control for every field of an arena.yaml', async () => {
  await everyFieldIn(there, 'every')
  const page = await there.site.visit('/admin/a/every?show=edit')
  await signIn(page)
  await unfold(page)
  await page.getByRole('button', { name: 'Add a prompt' }).click()
  await page.getByRole('group', { name: 'New prompt 1' }).getByLabel('Message text').fill('New?')
  await page.getByRole('button', { name: 'Add a prompt' }).click()
  const second = page.getByRole('group', { name: 'New prompt 2' })
  await second.getByText('More', { exact: true }).click()
  await second.getByRole('button', { name: 'Add a message' }).click()
  const closed = page.locator('form.form details:not([open]) > summary')
  while ((await closed.count()) > 0) await closed.first().click()
  expect(await violations(page)).toEqual([])
  const changed = await keysChanged(page)

  const answers = page.getByLabel('Another file in place of answers/given.jsonl')
  await answers.setInputFiles({
    name: 'a.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('prompt,text\np1,No\n'),
  })
  await page.locator('form pre').getByText('responses: answers/given.csv').waitFor()
  const elsewhere = {
    ...SAID_OTHERWISE,
    arena: 'never changes',
    visibility: 'is set in the settings',
    budgetUsdPerDay: 'is written in the file',
    'plan.live': 'is written in the file',
    'contestants[].responses': 'is chosen',
    'decides.at': 'stays where votes decide; a date is chosen in place of a number',
    'decides.source': 'is written in the file',
    ...Object.fromEntries(
      ['url', 'method', 'headers', 'body', 'answer', 'timeoutSeconds', 'costUsd'].map((key) => [
        `providers{}.${key}`,
        'is written in the file',
      ]),
    ),
    ...Object.fromEntries(
      [...KEYS_THERE_ARE]
        .filter((key) => key.startsWith('live.'))
        .map((key) => [key, 'is written in the file']),
    ),
  }
  expect([...KEYS_THERE_ARE].filter((key) => !changed.has(key) && !(key in elsewhere))).toEqual([])
})

test('a long list of prompts can be searched and paged, and several prompts put into a category together', async () => {
  const longPrompts = everyField('long', { baseUrl: '', apiKeyEnv: '' }).prompts
  const more = Array.from({ length: 90 }, (_, i) => ({
    id: `q${i}`,
    text: `${i % 3 ? 'Lost' : 'Late'} ${i}?`,
  }))
  await everyFieldIn(there, 'long', { prompts: [...longPrompts, ...more] })
  const page = await there.site.visit('/admin/a/long?show=edit')
  await signIn(page)
  await unfold(page)
  const listed = page.locator('form.form ul > li')
  await expect.poll(() => listed.count()).toBe(40)
  await page.getByRole('button', { name: 'Show 40 more' }).click()
  await page.getByRole('button', { name: 'Show 12 more' }).click()
  expect(await listed.count()).toBe(92)
  await page.getByRole('button', { name: 'Remove q0', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Find' }).fill('late')
  expect(await listed.count()).toBe(30)
  await page.getByLabel('Category for all 29 found').fill('delays')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await page.locator('li', { hasText: 'Late 3?' }).getByText('delays').click()
  await page.getByRole('button', { name: 'Replace text of q3', exact: true }).click()
  const anew = page.getByRole('group', { name: 'New prompt 1' })
  expect(await anew.getByLabel('Message text').inputValue()).toBe('Late 3?')
  await page.getByRole('button', { name: 'Check the arena' }).click()
  const changes = page.locator('dl.kinds')
  await changes.waitFor()
  expect((await changes.innerText()).replace(/\s*\n\s*/g, ' · ')).toMatch(
    /^Prompts added · p3 · Prompts changed · q6 \(category\), q9 .* and 8 more · Prompts no longer in use · q0, q3$/,
  )
})

test('unsaved changes stay on other pages, can be discarded and restored, and the browser asks before the page closes', async () => {
  await everyFieldIn(there, 'begun')
  const page = await there.site.visit('/admin/a/begun?show=edit')
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.type())
    await dialog.dismiss()
  })
  await signIn(page)
  await unfold(page)
  const title = page.getByLabel('Title')
  await title.fill('Unsaved?')
  await page.getByText('Not saved yet.').waitFor()
  await goTo(page, 'Settings', 'Log')
  await page.getByRole('heading', { name: 'Opened for editing' }).waitFor()
  await page.goBack()
  await page.goBack()
  await expect.poll(() => title.inputValue()).toBe('Unsaved?')
  await page.getByRole('link', { name: 'Admin', exact: true }).first().click()
  await page.getByRole('link', { name: 'New arena' }).click()
  await page.getByRole('link', { name: 'Step by step' }).click()
  await title.fill('New and unsaved?')
  await page.getByRole('link', { name: 'From files' }).click()
  await page.getByRole('link', { name: 'Step by step' }).click()
  await expect.poll(() => title.inputValue()).toBe('New and unsaved?')
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(await title.inputValue()).toBe('')

  await everyFieldIn(there, 'begun', { title: 'Changed by another?' })
  await page.getByRole('link', { name: 'Admin', exact: true }).first().click()
  await page.getByRole('link', { name: 'Changed by another?' }).click()
  await goTo(page, 'Settings', 'Edit')
  await page.getByText('The arena has changed since you started.').waitFor()
  expect(await title.inputValue()).toBe('Unsaved?')
  await page.evaluate('setTimeout(() => location.reload())')
  await expect.poll(() => dialogs).toEqual(['beforeunload'])
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Discarded.').waitFor()
  expect(await title.inputValue()).toBe('Changed by another?')
  await page.getByRole('button', { name: 'Bring it back' }).click()
  expect(await title.inputValue()).toBe('Unsaved?')

  await page.getByRole('button', { name: 'Check the arena' }).click()
  await page.getByRole('button', { name: 'Update the arena' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await page.getByText('Not saved yet.').count()).toBe(0)
  await goTo(page, 'Settings', 'Log')
  await page.getByRole('heading', { name: 'Arena changed' }).first().waitFor()
  const acts = await page.locator('li h2').allInnerTexts()
  expect(acts).toEqual(['Arena changed', 'Arena changed', 'Opened for editing', 'Arena created'])
  await page.reload()
  expect(dialogs).toHaveLength(1)
})

test('a new name is used everywhere, and the other entries keep their values when one is removed', async () => {
  const checks = ['One\ntwo', 'three'].map((value, i) => ({ name: `c-${i}`, kind: 'contains', value }))
  await everyFieldIn(there, 'names', {
    description: 'Which is better?\nAnd kinder?',
    prompts: ['p1', 'p2'].map((id) => ({ id, text: `${id}?` })),
    judges: [{ name: 'careful', provider: 'local', model: 'm-1', rubric: 'overall' }],
    budgetUsd: undefined,
    budgetUsdPerDay: undefined,
    plan: { votesPerPair: 2, baseline: 'Amber' },
    checks,
  })
  const page = await there.site.visit('/admin/a/names?show=edit')
  await signIn(page)
  await unfold(page)
  const yaml = page.locator('form pre')
  // by their names: bot, idle, local
  const idle = page.getByRole('group', { name: 'Provider 2' }).getByLabel('Name')
  await idle.fill('')
  await idle.pressSequentially('local')
  await page.keyboard.press('Tab')
  await page.getByText('The name “local” is used twice.').first().waitFor()
  await page.getByRole('button', { name: 'Check the arena' }).click()
  expect(await idle.and(page.locator(':focus')).count()).toBe(1)
  await idle.pressSequentially('-c')
  await page.keyboard.press('Tab')
  expect(await page.getByText('Another one is named').count()).toBe(0)
  expect(await yaml.innerText()).toMatch(/- name: Amber\n +provider: local\n/)

  const amber = page.getByRole('group', { name: 'Contestant 1' }).getByLabel('Name', { exact: true })
  await amber.fill('')
  await page.keyboard.press('Tab')
  await amber.fill('Ember')
  await page.keyboard.press('Tab')
  expect(await yaml.innerText()).toMatch(/controlOf: Ember[^]*baseline: Ember/)

  await page.getByRole('button', { name: 'Add a judge' }).click()
  const judge = page.getByRole('group', { name: 'Judge 1' })
  await judge.getByText('More', { exact: true }).click()
  await judge.getByLabel('Model family').fill('gold')
  expect(await judge.locator('summary').innerText()).toBe('More Model family: gold')
  await page.getByRole('button', { name: 'Remove careful' }).click()
  expect(await judge.getByLabel('Name', { exact: true }).inputValue()).toBe('judge-2')
  expect(await judge.locator('details[open]').count()).toBe(0)
  await judge.getByLabel('Rubric').selectOption('reference')
  await page.getByText('Also used by a judge’s rubric: closeness.').waitFor()

  const check = page.getByRole('group', { name: 'Check 1' })
  await check.getByText('More', { exact: true }).click()
  await check.getByLabel('Only these categories').fill('late, ')
  expect(await check.getByLabel('Must contain, 1').inputValue()).toBe('One\ntwo')
  await check.getByRole('button', { name: 'Add another text' }).click()
  await check.getByLabel('Must contain, 2').fill('four')
  expect(await yaml.innerText()).toMatch(/value:\n +- [^]*One[^]*two\n+ +- four/)
  await page.getByRole('button', { name: 'Remove c-0' }).click()
  expect(await check.locator('details[open]').count()).toBe(0)
  await check.getByText('More', { exact: true }).click()
  expect(await check.getByLabel('Only these categories').inputValue()).toBe('')
  expect(await check.getByLabel('Must contain, 1').inputValue()).toBe('three')

  const description = page.getByLabel('What voters are asked')
  expect(await description.inputValue()).toBe('Which is better?\nAnd kinder?')
  await description.press('ControlOrMeta+End')
  await description.pressSequentially(' Really?')
  expect(parse(await yaml.innerText())).toMatchObject({
    description: 'Which is better?\nAnd kinder? Really?',
  })
  expect(await violations(page)).toEqual([])
})

test('another operator’s save after the check is not overwritten silently, and nothing can be typed while it is being saved', async () => {
  await everyFieldIn(there, 'twice')
  const page = await there.site.visit('/admin/a/twice?show=edit')
  await signIn(page)
  await unfold(page)
  const description = page.getByLabel('What voters are asked')
  await description.fill('Which is kinder?')
  await page.getByRole('button', { name: 'Check the arena' }).click()
  const update = page.getByRole('button', { name: 'Update the arena' })
  await update.waitFor()
  await everyFieldIn(there, 'twice', { title: 'Changed by another?', budgetUsd: 4 })
  await update.click()
  await page.getByRole('alert').getByText('Not saved: the arena was changed after the check.').waitFor()
  await page.getByText('The arena has changed since you started.').waitFor()
  expect(await update.count()).toBe(0)
  const detail = async () =>
    (await (await there.site.app.request('/api/arenas/twice')).json()) as Record<string, unknown>
  expect(await detail()).toMatchObject({ title: 'Changed by another?', description: 'Which is better?' })
  expect(await violations(page)).toEqual([])

  // another one is seen by the check already
  await page.getByRole('button', { name: 'Check the arena' }).click()
  await update.waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.locator('dl.kinds').innerText()).toMatch(/title/)
  const release = await held(page, '**/api/admin/arenas')
  await update.click()
  await page.getByText('Creating', { exact: false }).waitFor()
  expect([
    await description.isDisabled(),
    await page.getByRole('button', { name: 'Discard' }).isDisabled(),
  ]).toEqual([true, true])
  release()
  await page.getByText('Saved.').waitFor()
  expect(await description.isDisabled()).toBe(false)
  expect(await detail()).toMatchObject({ title: 'Every field?', description: 'Which is kinder?' })

  // nothing is edited here, so that the page continues from what another operator saves
  await everyFieldIn(there, 'twice', { title: 'Changed again?' })
  await page.getByRole('button', { name: 'Check the arena' }).click()
  await page.getByText('Changes nothing else.').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Changed again?')
})

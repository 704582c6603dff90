/** What each control of the steps changes: every one is set to something else, looked at, and set back. */
import type { Page } from '@playwright/test'
import { parse } from 'yaml'
import { differing } from '../support/every-field.ts'

/** What else a check says goes with it. */
const OF_ITS_KIND = 'checks[].kind'

/** The keys of the arena.yaml each of which one control of the form changes and nothing else. */
export async function keysChanged(page: Page): Promise<Set<string>> {
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

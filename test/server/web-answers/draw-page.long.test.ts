/** 60 pages are drawn while every core computes: none is blank. */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { findChromium } from '../../../scripts/setup/chromium.ts'
import { isUniform } from '../../../server/pictures/index.ts'
import { drawPage } from '../../../server/web-answers/draw-page.ts'

test('no picture of 60 plain pages is blank while every core is busy', { timeout: 3_600_000 }, async () => {
  const chromium = (await findChromium())!
  const busy = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }),
  )
  try {
    const found = { drawn: 0, blank: 0, failed: 0 }
    const text = '<!doctype html><body style="background:#28c"><h1>hello world page</h1>'
    for (let i = 0; i < 60; i++) {
      const drawn = await drawPage(chromium, text, { timeoutMs: 60_000 })
      found['failure' in drawn ? 'failed' : isUniform(drawn.png) ? 'blank' : 'drawn']++
    }
    expect(found).toEqual({ drawn: 60, blank: 0, failed: 0 })
  } finally {
    for (const child of busy) child.kill('SIGKILL')
  }
})

/** Answers that are pages, drawn for judges that see: by a real Chromium, and by one that is slow or broken at first. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../../scripts/setup/chromium.ts'
import { estimateArena } from '../../../server/judging/index.ts'
import { hashRubric, readRubric, rubricPath } from '../../../server/rubrics/index.ts'
import { drawAnswers } from '../../../server/web-answers/draw-answers.ts'
import { webAnswers } from '../../../server/web-answers/index.ts'
import type { Rubric } from '../../../shared/contracts/index.ts'
import { serverError } from '../../../workshop/model-server/reply.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { alphabetically, modelsThat } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'

const rig = withModels()

/** An arena of two pages, and a judge that sees them. */
async function arenaOfPages(slug: string, type: 'openai' | 'anthropic' = 'openai') {
  const { rubric } = await readRubric(rubricPath('overall', '.'))
  const seeing: Rubric = { ...rubric, name: 'seeing', shows: ['pictures'] }
  const arena = await rig.setUpJudged({
    slug,
    type,
    baseUrl: type === 'openai' ? rig.models.openAiUrl : rig.models.anthropicUrl,
    answered: true,
    contestants: ['amber', 'birch'],
    prompts: 1,
    judges: [{ model: 'gpt-4.1-mini', rubric: seeing, rubricSha256: hashRubric(seeing) }],
    settings: { webAnswers: 'on' },
  })
  await rig.app
    .sql`update answers a set text = '<!doctype html><p>page of ' || c.name || ' on 1', text_sha256 = c.name from contestants c
    where c.arena_id = a.arena_id and c.id = a.contestant_id and a.arena_id = ${arena.id}`
  return arena
}

test('a judge that sees is sent how a browser draws a page, counted and kept with its text; without one the board says so', async () => {
  const { settings, db } = rig.app.deps
  const drawn = async (type: 'openai' | 'anthropic', chromium: string) => {
    settings.chromium = chromium
    const arena = await arenaOfPages(`drawn-${type}${chromium && '-here'}`, type)
    const { costUsd } = await estimateArena(db, arena, { plan: {}, seed: 1 }, settings)
    rig.models.clear()
    await rig.start(arena)
    expect(await rig.progressWhen(arena)).toMatchObject({ status: 'done', judgements: { done: 1 } })
    const warnings = (await rig.boardOf(arena)).warnings.map(({ code }) => code)
    const { rows } = await sql<{ drawn: Buffer[] | null }>`
      select drawn from answers where arena_id = ${arena.id} order by id`.execute(db)
    const sent = rig.models.calls.map(
      ({ body }) => (body['messages'] as { content: unknown }[]).at(-1)!.content as object[] | string,
    )
    return { arena, costUsd, warnings, sent, pngs: rows.map((row) => row.drawn?.[0]?.toString('base64')) }
  }
  try {
    const bare = await drawn('openai', '')
    expect([bare.warnings.includes('source_read'), bare.pngs]).toEqual([true, [undefined, undefined]])
    expect(bare.sent.map((content) => typeof content)).toEqual(['string', 'string'])
    for (const type of ['openai', 'anthropic'] as const) {
      const there = await drawn(type, (await findChromium())!)
      expect(there.warnings).not.toContain('source_read')
      expect(new Set(there.pngs).size).toBe(2)
      for (const parts of there.sent as object[][]) {
        expect(parts.map((part) => ('text' in part ? 'text' : 'picture'))).toEqual([
          'text',
          'picture',
          'text',
          'picture',
          'text',
        ])
        const named = parts.map((part) => JSON.stringify(part))
        for (const [place, ordinal] of [
          [0, 'first'],
          [2, 'second'],
        ] as const) {
          expect(named[place]).toMatch(
            new RegExp(`the page of the ${ordinal} answer, turn 1, as a browser draws it\\]"`),
          )
          const ofAmber = named[place].includes('page of amber')
          expect(named[place + 1]).toContain(there.pngs[ofAmber ? 0 : 1])
        }
      }
      // two pictures of 1,000 tokens in both orders, at 0.4 dollars per million
      expect(there.costUsd! - bare.costUsd!).toBeCloseTo(0.0016, 6)
      const path = `/api/arenas/${there.arena.slug}/export/battles.jsonl`
      const whole = await rig.app.asAdmin(path)
      const { model_a, drawn_a, drawn_b } = JSON.parse(await whole.text())
      const urls = there.pngs.map((png) => [`data:image/png;base64,${png}`])
      expect([drawn_a, drawn_b]).toEqual(model_a === 'amber' ? urls : urls.toReversed())
      expect(await rig.app.text(path)).not.toContain('data:image')
      // another text has no picture of the one before
      await sql`update answers set text = 'Erased', text_sha256 = 'x' where arena_id = ${there.arena.id}`.execute(
        db,
      )
      const left = sql`select from answers where arena_id = ${there.arena.id} and drawn is not null`
      expect((await left.execute(db)).rows).toEqual([])
    }
  } finally {
    settings.chromium = ''
  }
})

/** A Chromium that is as its file says: busy (it writes lines without end, so no page is ever done), broken, or itself. */
async function chromiumThatIs(state: 'busy' | 'broken' | 'idle') {
  const folder = await temporaryFolder()
  const [path, says, asked] = ['chromium', 'state', 'asked'].map((name) => join(folder, name))
  const real = await findChromium()
  const cases = `idle) exec ${real} "$@";; broken) exit 1;; *) yes;;`
  await writeFile(path, `#!/bin/sh\necho once >> ${asked}\ncase $(cat ${says}) in ${cases} esac\n`)
  await chmod(path, 0o755)
  const become = (next: 'busy' | 'broken' | 'idle') => writeFile(says, next)
  await become(state)
  const tries = async () => (await readFile(asked, 'utf8')).split('once').length - 1
  return { path, become, tries }
}

describe('a page that was not drawn', () => {
  const { signal } = new AbortController()
  const TEXTS = ['<!doctype html><p>First', 'No page', '<!doctype html><p>Third']

  /** Which turns of an answer judges see with this Chromium, after so many minutes. */
  async function answerDrawnBy(slug: string, chromium: string, turns = TEXTS) {
    const { deps } = rig.app
    const arena = await arenaOfPages(slug)
    const rows = await rig.app.sql<{ id: number }>`select id from answers where arena_id = ${arena.id}`
    const { id } = rows[0]
    const settings = { ...deps.settings, chromium }
    return async (minutes: number) => {
      const within = { ...deps, settings, clock: () => new Date(minutes * 60_000) }
      const drawn = await drawAnswers(within, arena.id, [{ id, turns }], signal)
      return drawn.get(id)!.map(({ length }) => length > 0)
    }
  }

  test('in time is drawn again later, and what is there stays', async () => {
    const chromium = await chromiumThatIs('busy')
    const seenAt = await answerDrawnBy('drawn-later', chromium.path, TEXTS.slice(0, 2))
    expect(await seenAt(0)).toEqual([false, false])
    await chromium.become('idle')
    // not at once: the machine is as busy as before
    expect(await seenAt(1)).toEqual([false, false])
    expect(await chromium.tries()).toBe(1)
    expect(await seenAt(6)).toEqual([true, false])
    expect(await seenAt(60)).toEqual([true, false])
    expect(await chromium.tries()).toBe(2)
  })

  test('at three tries is not tried again', async () => {
    const chromium = await chromiumThatIs('idle')
    const leaving = '<!doctype html><h1>Here</h1><script>location = "about:blank"</script>'
    const seenAt = await answerDrawnBy('never-drawn', chromium.path, [leaving, TEXTS[2]!])
    for (const minutes of [0, 10, 20, 30, 40]) expect(await seenAt(minutes)).toEqual([false, true])
    // the page that is there is drawn once
    expect(await chromium.tries()).toBe(3 + 1)
  })

  test('because Chromium is broken is tried until it is mended, but not for each judgement', async () => {
    const chromium = await chromiumThatIs('broken')
    const seenAt = await answerDrawnBy('broken', chromium.path)
    for (const minutes of [0, 1, 2, 10, 20, 30, 40]) await seenAt(minutes)
    expect(await chromium.tries()).toBe(5)
    await chromium.become('idle')
    expect(await seenAt(50)).toEqual([true, false, true])
  })

  test('for one order but for the other: the judgement says that it read the source', async () => {
    const { settings, db } = rig.app.deps
    const real = (await findChromium())!
    const sent: boolean[] = []
    rig.models.become({
      reply(call) {
        sent.push(typeof (call.body['messages'] as { content: unknown }[]).at(-1)!.content !== 'string')
        if (sent.length !== 2) return modelsThat(alphabetically)(call)
        settings.chromium = real
        return serverError()
      },
    })
    try {
      const arena = await arenaOfPages('between')
      await rig.start(arena)
      expect(await rig.progressWhen(arena)).toMatchObject({ judgements: { done: 1 } })
      expect(sent).toEqual([false, false, true])
      const { rows } = await sql`select read_source from judgements where arena_id = ${arena.id}`.execute(db)
      expect(rows).toEqual([{ read_source: true }])
      expect((await rig.boardOf(arena)).warnings.map(({ code }) => code)).toContain('source_read')
    } finally {
      settings.chromium = ''
    }
  })
})

test('the folders of processes that were killed while they drew are removed at the next start, and no others', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  const paths = [`${gone}-a`, `${process.ppid}-b`, 'c'].map((name) => join(tmpdir(), `deadheat-page-${name}`))
  for (const path of paths) await mkdir(join(path, 'profile'), { recursive: true })
  try {
    await webAnswers.beforeWork()
    expect(paths.map((path) => existsSync(path))).toEqual([false, true, true])
  } finally {
    for (const path of paths) await rm(path, { recursive: true, force: true })
  }
})

/** What judges see of answers that are web pages: each drawn once, and kept with its text. */
import type { DrawingFailure } from '../../shared/contracts/index.ts'
import { documentHtml, findWebDocument } from '../../shared/web-answers/web-document.ts'
import { keepDrawn } from '../answers/index.ts'
import type { ArenaHooks, Deps } from '../platform/deps.ts'
import type { Db } from '../platform/schema.ts'
import { drawPage } from './draw-page.ts'

/** Of the way in which pages are drawn. What another version drew is drawn again. */
const VERSION = 2

let last: Promise<unknown> = Promise.resolve()

/** The pictures of answers, drawn now where they are missing. One page is drawn at a time in a process. */
export const drawAnswers: NonNullable<ArenaHooks['drawAnswers']> = async (deps, arenaId, answers, signal) => {
  const drawn = new Map<number, readonly Buffer[]>()
  for (const answer of answers) {
    if (!answer.turns.some(findWebDocument)) continue
    const inTurn = last.then(() => drawMissing(deps, arenaId, answer, signal))
    last = inTurn.catch(() => undefined)
    drawn.set(answer.id, await inTurn)
  }
  return drawn
}

/** How often a page is drawn that gives no picture, and after which time again, in which a busy machine may have become idle. */
const [MAX_TRIES, AGAIN_MS] = [3, 5 * 60_000]

/** By answer, when this process last tried in vain. */
const failedAt = new WeakMap<Db, Map<number, number>>()

/** The pictures of the turns of an answer. A Chromium that does not work is no try, so that it can be mended. */
async function drawMissing(
  {
    db,
    clock,
    settings: { chromium },
    services: { log },
  }: Pick<Deps, 'db' | 'clock' | 'settings' | 'services'>,
  arenaId: number,
  { id, turns }: { id: number; turns: readonly string[] },
  signal: AbortSignal,
): Promise<readonly Buffer[]> {
  const ofAnswer = db
    .selectFrom('answers')
    .select(['drawn', 'drawing', 'text_sha256'])
    .where('arena_id', '=', arenaId)
  const { drawn, drawing, text_sha256 } = await ofAnswer.where('id', '=', id).executeTakeFirstOrThrow()
  const known = drawing?.version === VERSION ? drawing : null
  const failures = turns.map((_, turn) => known?.failures[turn] ?? null)
  const pictures = turns.map((_, turn) => (known && !failures[turn] && drawn?.[turn]) || Buffer.alloc(0))
  const missing = turns.map((text, turn) => (pictures[turn]!.length > 0 ? null : findWebDocument(text)))
  const tries = known?.tries ?? 0
  const failed = failedAt.get(db) ?? new Map<number, number>()
  failedAt.set(db, failed)
  const isTooSoon = Number(clock()) < (failed.get(id) ?? -Infinity) + AGAIN_MS
  if (chromium === '' || isTooSoon || tries >= MAX_TRIES || missing.every((page) => !page)) return pictures
  let isBroken = false
  for (const [turn, document] of missing.entries()) {
    if (!document) continue
    let failure: DrawingFailure | null = 'chromium_failed'
    try {
      if (!isBroken) {
        const page = await drawPage(chromium, documentHtml(document), { signal })
        failure = 'failure' in page ? page.failure : null
        if ('png' in page) pictures[turn] = page.png
      }
    } catch (error) {
      // judges read the source meanwhile, and their board says so
      if (signal.aborted) return pictures
      log.error({ err: error, arenaId, answer: id }, 'Chromium could not draw a page')
      isBroken = true
    }
    failures[turn] = failure
  }
  if (failures.some((failure) => failure)) {
    failed.set(id, Number(clock()))
    if (!isBroken) log.warn({ arenaId, answer: id, try: tries + 1, failures }, 'a page was not drawn')
  } else failed.delete(id)
  const noted = { version: VERSION, tries: isBroken ? tries : tries + 1, failures }
  await keepDrawn(db, arenaId, { id, text_sha256 }, pictures, noted)
  return pictures
}

/**
 * What judges see of answers that are web pages: each drawn once, by the Chromium of the operator, and kept with its text.
 * It runs in the frame of the page that people see, without network, in a profile of its own, with a bound on time and memory.
 */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pageOf, webDocumentOf } from '../../shared/web-answers/web-document.ts'
import { keepDrawn } from '../answers/index.ts'
import { readPicture } from '../pictures/index.ts'
import type { ArenaHooks, Deps } from '../platform/deps.ts'
import type { Db } from '../platform/schema.ts'
import { runCommand } from '../platform/providers/index.ts'
import { FRAME, POLICY } from './routes.ts'

/** The window of every answer, in pixels. */
const [WIDTH, HEIGHT] = [1024, 768]
/** What a page sees pass before it is drawn; most of it takes no time. */
const VIRTUAL_MS = 5000
const LIMIT_MS = 15_000
/** Of each process of Chromium: of its data and of a file, in the units of `ulimit`. */
const LIMITS = 'ulimit -d 2000000; ulimit -f 200000; exec "$0" "$@"'
const MOST_LINES_BYTES = 2 ** 20

/** No address is found, and this machine is asked for like any other. */
const FLAGS = [
  '--headless',
  // Chromium has no sandbox of its own where root starts it
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--proxy-server=http://nowhere.invalid:1',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-sync',
  '--no-first-run',
  '--mute-audio',
  '--hide-scrollbars',
  '--js-flags=--max-old-space-size=256',
  `--window-size=${WIDTH},${HEIGHT}`,
  `--virtual-time-budget=${VIRTUAL_MS}`,
]

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
/** A meta element cannot say these; the frame has them as attributes. */
const IN_META = POLICY.split('; ').filter((rule) => !/^(sandbox|frame-ancestors) /.test(rule))

/** The page around an answer, which writes it into the empty page of the frame. */
const around = (page: string) => `<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${IN_META.join('; ')}">
<style>body{margin:0;overflow:hidden}iframe{display:block;width:${WIDTH}px;height:${HEIGHT}px;border:0;background:#fff}</style>
<script>
const page = ${JSON.stringify(page).replaceAll('<', String.raw`\u003c`)}
addEventListener('message', ({ source }) => source.postMessage(page, '*'), { once: true })
</script>
<iframe sandbox="allow-scripts" srcdoc="${quoted(FRAME)}"></iframe>`

/**
 * Draws a page as PNG.
 * @returns null if it took too long
 * @throws {Error} if Chromium cannot be started or fails, or the signal's reason
 */
export async function drawPage(
  chromium: string,
  page: string,
  { signal, timeoutMs = LIMIT_MS }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<Buffer | null> {
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-`))
  inUse.add(folder)
  try {
    const [file, picture] = ['page.html', 'page.png'].map((name) => join(folder, name))
    await writeFile(file, around(page))
    const own = [`--user-data-dir=${join(folder, 'profile')}`, `--screenshot=${picture}`]
    const ended = await runCommand({
      command: ['/bin/sh', '-c', LIMITS, chromium, ...FLAGS, ...own, pathToFileURL(file).href],
      folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder },
      input: '',
      timeoutMs,
      mostBytes: MOST_LINES_BYTES,
      signal,
    })
    const png = ended.end === 'exited' && ended.code === 0 ? await readFile(picture).catch(() => null) : null
    const read = png && readPicture(png)
    if (read && !('code' in read)) return read.bytes
    if (ended.end === 'timed_out' || ended.end === 'too_large') return null
    // what it writes has lines of the answer, which no log may hold
    throw new Error(`Chromium: ${ended.end}, ${ended.code ?? 'by a signal'}`)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    inUse.delete(folder)
  }
}

const FOLDER = 'deadheat-page-'
/** The folders in which this process draws now. */
const inUse = new Set<string>()

/** Removes the folders of processes that were killed while they drew. A number may be that of a later process by now. */
export async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${FOLDER}(\\d+)-`).exec(name)?.[1])
    const folder = join(tmpdir(), name)
    if (!pid || inUse.has(folder) || (pid !== process.pid && isRunning(pid))) continue
    const uid = await stat(folder).then(
      (found) => found.uid,
      () => null,
    )
    if (uid === process.getuid?.()) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

let last: Promise<unknown> = Promise.resolve()

/** The pictures of answers, drawn now where they are missing. One page is drawn at a time in a process. */
export const drawAnswers: NonNullable<ArenaHooks['drawAnswers']> = async (deps, arenaId, answers, signal) => {
  const drawn = new Map<number, readonly Buffer[]>()
  for (const answer of answers) {
    if (!answer.turns.some(webDocumentOf)) continue
    const inTurn = last.then(() => drawMissing(deps, arenaId, answer, signal))
    last = inTurn.catch(() => undefined)
    drawn.set(answer.id, await inTurn)
  }
  return drawn
}

/** How often a page is drawn that takes too long, and after which time again, in which a busy machine may have become idle. */
const [MOST_TRIES, AGAIN_MS] = [3, 5 * 60_000]

/** By answer, when this process last tried in vain. */
const failedAt = new WeakMap<Db, Map<number, number>>()

/** What is kept has a picture for each turn, and one empty one more for each further try that left one missing. */
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
  const ofAnswer = db.selectFrom('answers').select(['drawn', 'text_sha256']).where('arena_id', '=', arenaId)
  const { drawn, text_sha256 } = await ofAnswer.where('id', '=', id).executeTakeFirstOrThrow()
  const pictures = turns.map((_, turn) => drawn?.[turn] ?? Buffer.alloc(0))
  const documents = turns.map((text, turn) => (pictures[turn]!.length > 0 ? null : webDocumentOf(text)))
  const tries = drawn ? 1 + drawn.length - turns.length : 0
  const failed = failedAt.get(db) ?? new Map<number, number>()
  failedAt.set(db, failed)
  const isTooSoon = Number(clock()) < (failed.get(id) ?? -Infinity) + AGAIN_MS
  if (chromium === '' || isTooSoon || tries >= MOST_TRIES || documents.every((one) => !one)) return pictures
  try {
    for (const [turn, document] of documents.entries())
      pictures[turn] =
        (document && (await drawPage(chromium, pageOf(document), { signal }))) ?? pictures[turn]!
  } catch (error) {
    // judges read the source meanwhile, and their board says so
    if (signal.aborted) return pictures
    failed.set(id, Number(clock()))
    log.error({ err: error, arenaId, answer: id }, 'Chromium could not draw a page')
    return pictures
  }
  const isMissing = documents.some((document, turn) => document && pictures[turn]!.length === 0)
  if (isMissing) {
    failed.set(id, Number(clock()))
    log.warn({ arenaId, answer: id, try: tries + 1 }, 'a page was not drawn: it took too long')
  } else failed.delete(id)
  const more = isMissing ? tries : 0
  await keepDrawn(db, arenaId, { id, text_sha256 }, [
    ...pictures,
    ...Array<Buffer>(more).fill(Buffer.alloc(0)),
  ])
  return pictures
}

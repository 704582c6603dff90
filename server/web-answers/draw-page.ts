/**
 * Draws an answer that is a web page, by the Chromium of the operator. It runs in the frame of the page that people see,
 * without network, in a profile of its own, with a bound on time and memory.
 *
 * Chromium is led over pipes that no page can reach. Whether the answer was written and painted is asked in a world of the
 * frame that shares its document with the answer's scripts, and nothing else: an answer can delay this reply, or lose its
 * picture, but not have it taken early.
 */
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { DrawingFailure } from '../../shared/contracts/index.ts'
import { isUniform, readPicture } from '../pictures/index.ts'
import { runCommand } from '../platform/providers/index.ts'
import { DevTools } from './dev-tools.ts'
import { FRAME, POLICY } from './routes.ts'

/** The window of every answer, in pixels. */
const [WIDTH, HEIGHT] = [1024, 768]
/** What the timers of a page see pass before it is drawn; most of it takes no time. */
const VIRTUAL_MS = 5000
/** How long animations that end are awaited. */
const ANIMATIONS_MS = 5000
const LOOK_EVERY_MS = 50
const LIMIT_MS = 15_000
/** Of each process of Chromium: of its data and of a file, in the units of `ulimit`. It reads and writes where a command does. */
const START = 'ulimit -d 2000000; ulimit -f 200000; exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>/dev/null'
/** Of all messages, of which the picture is the longest. */
const MAX_BYTES = 2 ** 25

/** No address is found, and this machine is asked for like any other. */
const FLAGS = [
  '--headless',
  // Chromium has no sandbox of its own where root starts it
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--remote-debugging-pipe',
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
]

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
/** A meta element cannot say these; the frame has them as attributes. */
const IN_META = POLICY.split('; ').filter((rule) => !/^(sandbox|frame-ancestors) /.test(rule))

/** The page around an answer, which is sent to the empty page of the frame. */
const AROUND = `<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${IN_META.join('; ')}">
<style>body{margin:0;overflow:hidden}iframe{display:block;width:${WIDTH}px;height:${HEIGHT}px;border:0;background:#fff}</style>
<iframe sandbox="allow-scripts" srcdoc="${quoted(FRAME)}"></iframe>`

// What is asked in the frame. An answer can give its elements the names of what a document has, so none is asked by name.
const BEFORE = 'globalThis.empty = document.documentElement'
const PAINTED = `new Promise((resolve) => {
  const of = (name) => Reflect.get(Document.prototype, name, document)
  const look = () =>
    of('documentElement') !== empty && of('readyState') === 'complete'
      ? requestAnimationFrame(() => requestAnimationFrame(resolve))
      : requestAnimationFrame(look)
  look()
})`
const ANIMATIONS = `Reflect.apply(Document.prototype.getAnimations, document, []).filter(
  ({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime < Infinity,
).length`

/** A page drawn as PNG, or why it was not. */
export type DrawnPage = { png: Buffer } | { failure: DrawingFailure }

/**
 * Draws a page. A picture of one colour counts if a second one is the same: the answer may be blank.
 * @throws {Error} if Chromium cannot be started or fails, or the signal's reason
 */
export async function drawPage(
  chromium: string,
  page: string,
  { signal, timeoutMs = LIMIT_MS }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<DrawnPage> {
  const first = await drawOnce(chromium, page, timeoutMs, signal)
  if (!('png' in first) || !isUniform(first.png)) return first
  const second = await drawOnce(chromium, page, timeoutMs, signal)
  if (!('png' in second) || !isUniform(second.png) || second.png.equals(first.png)) return second
  return { failure: 'uniform' }
}

async function drawOnce(
  chromium: string,
  page: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<DrawnPage> {
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-`))
  inUse.add(folder)
  const over = new AbortController()
  const tools = new DevTools()
  let isShown = false
  try {
    const file = join(folder, 'page.html')
    const profile = `--user-data-dir=${join(folder, 'profile')}`
    await writeFile(file, AROUND)
    const drawing = drawnBy(tools, pathToFileURL(file).href, page, () => (isShown = true)).finally(() =>
      over.abort(),
    )
    drawing.catch(() => undefined)
    const ended = await runCommand({
      command: ['/bin/sh', '-c', START, chromium, ...FLAGS, profile, 'about:blank'],
      folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder },
      input: tools.toChromium,
      onOutput: (chunk) => tools.read(chunk),
      timeoutMs,
      mostBytes: MAX_BYTES,
      signal,
      over: over.signal,
    })
    tools.end('it ended')
    if (ended.end === 'timed_out' || ended.end === 'too_large') return { failure: 'took_too_long' }
    const png = await drawing.catch((error: Error) => {
      if (isShown) return null
      // what it writes may have lines of the answer, which no log may hold
      const code = ended.end === 'exited' ? (ended.code ?? 'by a signal') : ended.code
      throw new Error(`Chromium: ${ended.end}, ${code}: ${error.message}`)
    })
    const read = png && readPicture(png)
    return read && !('code' in read) ? { png: read.bytes } : { failure: 'broke_off' }
  } finally {
    tools.toChromium.destroy()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    inUse.delete(folder)
  }
}

/**
 * Has Chromium draw the page around an answer.
 * @param onShown is called right before it gets the answer: what goes wrong from then on may be due to it
 */
async function drawnBy(tools: DevTools, url: string, answer: string, onShown: () => void): Promise<Buffer> {
  const { targetInfos } = await tools.send('Target.getTargets')
  const { targetId } = (targetInfos as { type: string; targetId: string }[]).find(
    ({ type }) => type === 'page',
  )!
  const attached = await tools.send('Target.attachToTarget', { targetId, flatten: true })
  const around = attached['sessionId'] as string
  await tools.send('Page.enable', {}, around)
  const size = { width: WIDTH, height: HEIGHT, deviceScaleFactor: 1, mobile: false }
  await tools.send('Emulation.setDeviceMetricsOverride', size, around)
  // most builds of Chromium run the frame in a process of its own, which has a session of its own
  const separateProcess = tools.next('Target.attachedToTarget', isFrame)
  const auto = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }
  await tools.send('Target.setAutoAttach', auto, around)
  const loaded = tools.next('Page.loadEventFired')
  await tools.send('Page.navigate', { url }, around)
  await loaded
  const { frameTree } = await tools.send('Page.getFrameTree', {}, around)
  const [inPage] = (frameTree as { childFrames?: { frame: { id: string } }[] }).childFrames ?? []
  const { params } = inPage ? {} : await separateProcess
  const session = (params?.['sessionId'] as string | undefined) ?? around
  const frameId = inPage?.frame.id ?? (params!['targetInfo'] as { targetId: string }).targetId
  await tools.send('Page.enable', {}, session)
  const world = await tools.send('Page.createIsolatedWorld', { frameId, worldName: 'drawing' }, session)
  const ask = async (expression: string) => {
    const contextId = world['executionContextId']
    const evaluation = { expression, contextId, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = await tools.send('Runtime.evaluate', evaluation, session)
    if (exceptionDetails) throw new Error('the frame did not reply')
    return (result as { value?: unknown }).value
  }
  await ask(BEFORE)
  onShown()
  const expression = `frames[0].postMessage(${JSON.stringify(answer)}, '*')`
  await tools.send('Runtime.evaluate', { expression }, around)
  await ask(PAINTED)

  const passed = tools.next('Emulation.virtualTimeBudgetExpired', ({ sessionId }) => sessionId === session)
  const time = { policy: 'advance', budget: VIRTUAL_MS }
  await tools.send('Emulation.setVirtualTimePolicy', time, session)
  await passed
  // animations take the time of the screen
  const until = performance.now() + ANIMATIONS_MS
  while (Number(await ask(ANIMATIONS)) > 0 && performance.now() < until) await sleep(LOOK_EVERY_MS)
  await ask(PAINTED)
  const { data } = await tools.send('Page.captureScreenshot', { format: 'png' }, around)
  return Buffer.from(data as string, 'base64')
}

const isFrame = ({ params }: { params?: Record<string, unknown> }) =>
  (params?.['targetInfo'] as { type?: string } | undefined)?.type === 'iframe'

const FOLDER = 'deadheat-page-'
/** The folders in which this process draws now. */
const inUse = new Set<string>()

/** Removes the folders of processes that were killed while they drew. A number may be that of a later process by now. */
export async function removeStaleFolders(): Promise<void> {
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

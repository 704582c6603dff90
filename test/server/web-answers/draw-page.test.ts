/** How a real Chromium draws pages for judges, also those that are in its way. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../../scripts/setup/chromium.ts'
import { isUniform } from '../../../server/pictures/index.ts'
import { drawPage, type DrawnPage } from '../../../server/web-answers/draw-page.ts'
import { openForAll } from '../../support/later.ts'
import { listening } from '../../support/listening.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const chromium = (await findChromium())!
const reached: string[] = []
const outside = openForAll(() =>
  listening(({ url }, response) => {
    reached.push(url ?? '')
    response.end()
  }),
)

const page = (body: string) => `<!doctype html><body style="margin:0">${body}`
const BLUE = page('<div style="height:100vh;background:#28c"><h1>A page')
const LATE = `setTimeout(() => document.body.innerHTML = '<div style="height:100vh;background:#28c"><h1>A page', 3000)`
const draw = (text: string, timeoutMs?: number) => drawPage(chromium, text, timeoutMs ? { timeoutMs } : {})
const bytesOf = (drawn: DrawnPage) => ('png' in drawn ? drawn.png.toString('base64') : drawn.failure)
/** Of the page above. */
const expected = async () => bytesOf(await draw(BLUE))

/** As many processes that compute as this machine has cores, and one more. */
function beBusy(count = 3): () => void {
  const busy: ChildProcess[] = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }),
  )
  return () => busy.forEach((child) => child.kill('SIGKILL'))
}

test('a page is drawn with what it shows, on a machine that is busy, too', async () => {
  const idle = await draw(BLUE)
  expect(bytesOf(idle)).not.toBe('took_too_long')
  expect('png' in idle && isUniform(idle.png)).toBe(false)
  const rest = beBusy()
  try {
    for (let i = 0; i < 5; i++) expect(bytesOf(await draw(BLUE, 60_000))).toBe(bytesOf(idle))
  } finally {
    rest()
  }
})

test('what a script paints later is drawn, and an animation at its end', async () => {
  const drawn = await expected()
  expect(bytesOf(await draw(page(`<script>${LATE}</script>`)))).toBe(drawn)
  const animated = '<style>@keyframes in { from { opacity: 0 } } div { animation: in 1s .5s both }</style>'
  expect(bytesOf(await draw(BLUE.replace('<div', `${animated}<div`)))).toBe(drawn)
})

test('every page is drawn in one window', async () => {
  for (const text of [BLUE, page('<div style="width:9000px;height:9000px;background:#28c">Wide')]) {
    const drawn = await draw(text)
    expect('png' in drawn && [drawn.png.readUInt32BE(16), drawn.png.readUInt32BE(20)]).toEqual([1024, 768])
  }
})

test('a page that is blank is drawn blank, once two tries agree', async () => {
  const drawn = await draw(page(''))
  expect('png' in drawn && isUniform(drawn.png)).toBe(true)
})

test('a page cannot have its picture taken early, or make others of what Chromium is asked', async () => {
  const drawn = await expected()
  const words = ['ready', 'written', 'painted', 'Page.loadEventFired', '{"id":1,"result":{}}']
  const forging = `for (const word of ${JSON.stringify(words)}) for (const to of [parent, top, window]) to.postMessage(word, '*');
    self.requestAnimationFrame = (call) => call(0); self.empty = 0
    Object.defineProperty(document, 'readyState', { value: 'complete' })
    Document.prototype.getAnimations = () => []
    Reflect.get = () => 'complete'
    console.log('painted')`
  expect(bytesOf(await draw(page(`<script>${forging};${LATE}</script>`)))).toBe(drawn)
  // names of elements stand before those of the document
  const names = ['documentElement', 'readyState', 'getAnimations', 'body'].map(
    (name) => `<form name="${name}" hidden></form>`,
  )
  expect(bytesOf(await draw(BLUE.replace('<div', `${names.join('')}<div`)))).toBe(drawn)
})

describe('without a picture remains a page that', () => {
  test.each([
    ['never ends', '<h1>Here</h1><script>for (;;);</script>', 'took_too_long'],
    [
      'paints and then never ends',
      '<h1>Here</h1><script>setTimeout(() => { for (;;); }, 50)</script>',
      'took_too_long',
    ],
    ['leaves', '<h1>Here</h1><script>location = "about:blank"</script>', 'broke_off'],
    [
      'uses up its memory',
      '<h1>Here</h1><script>const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))</script>',
      'broke_off',
    ],
  ])('%s', async (_, body, failure) => {
    expect(await draw(page(body), failure === 'took_too_long' ? 6000 : 60_000)).toEqual({ failure })
    // of this process alone: tests that run beside this one draw pages, too
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'args'])
    expect(stdout).not.toContain(`deadheat-page-${process.pid}-`)
  })
})

test('500 workers that never end do not keep their page from being drawn', async () => {
  const workers = `const url = URL.createObjectURL(new Blob(['for (;;);']));
    for (let i = 0; i < 500; i++) try { new Worker(url) } catch {}`
  const ended = bytesOf(await draw(BLUE.replace('<div', `<script>${workers}</script><div`)))
  expect([await expected(), 'took_too_long', 'broke_off']).toContain(ended)
})

test('nothing that a page asks for reaches the network or a file', async () => {
  const away = outside.address
  const tries = `for (const url of ['${away}/fetch', 'file:///etc/hostname']) {
      fetch(url).catch(() => 0)
      try { navigator.sendBeacon(url) } catch {}
      new Image().src = url
      for (const [name, of] of [['script', 'src'], ['link', 'href'], ['iframe', 'src'], ['video', 'src']]) {
        const element = document.createElement(name)
        element.rel = 'stylesheet'
        element[of] = url
        document.body.append(element)
      }
    }
    try { new WebSocket('${away.replace('http', 'ws')}/socket') } catch {}
    try { new EventSource('${away}/events') } catch {}
    try { new Worker('data:text/javascript,fetch("${away}/worker")') } catch {}
    const inner = document.createElement('iframe')
    inner.srcdoc = '<img src="${away}/inner">'
    document.body.append(inner)
    window.open('${away}/open')`
  const hidden = `<style>@import '${away}/import'; img, video, iframe { display: none } body { background: url(${away}/background) }</style>`
  const body = BLUE.replace('<div', `${hidden}<link rel="prefetch" href="${away}/prefetch"><div`)
  expect(bytesOf(await draw(`${body}<script>${tries}</script>`))).toBe(await expected())
  const form = `<form action="${away}/form"></form><script>document.forms[0].submit(); top.location = '${away}/top'</script>`
  await draw(page(form))
  await draw(page(`<script>location = '${away}/self'</script>`))
  expect(reached).toEqual([])
})

test('a page reads no file and nothing of its surroundings, opens nothing and asks nobody', async () => {
  const secret = join(await temporaryFolder(), 'secret.html')
  await writeFile(secret, page('<style>body { background: red }</style>'))
  const file = pathToFileURL(secret).href
  const drawn = await expected()
  // each turns the page red if it succeeds
  for (const tries of [
    `for (const url of ['${file}', 'file:///etc/passwd']) fetch(url).then(red, () => 0)
      const x = new XMLHttpRequest(); x.onload = red; try { x.open('GET', '${file}'); x.send() } catch {}
      if (open('${outside.address}/opened') || open('about:blank')) red()
      try { if (parent.document) red() } catch {} try { if (localStorage) red() } catch {}
      alert(1); if (confirm('?') || prompt('?')) red(); print()`,
    `location = '${file}'`,
    `top.location = '${file}'`,
  ]) {
    const script = `const red = () => document.querySelector('div').style.background = 'red'; ${tries}`
    expect(bytesOf(await draw(`${BLUE}<script>${script}</script>`)), tries).toBe(drawn)
  }
})

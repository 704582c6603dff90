import { Hono } from 'hono'
import { WEB_ANSWER_FRAME } from '../../shared/web-answers/web-document.ts'
import type { Env } from '../platform/http/http.ts'
import { describeRoute, textBody } from '../platform/http/route-description.ts'

/**
 * What an answer may do in its frame: run and draw what it brings itself. The policy stays when the answer is written
 * into the empty page.
 */
export const POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'media-src data: blob:',
  'font-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  // every text that becomes HTML passes the policy below
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ')

/** Nothing that asks the visitor for anything. */
const PERMISSIONS =
  'camera=(), microphone=(), geolocation=(), fullscreen=(), payment=(), usb=(), clipboard-read=(), clipboard-write=(), display-capture=()'

/**
 * Writes the first text that its parent sends over itself. No Content-Security-Policy of today's browsers covers WebRTC,
 * so it is taken away first. A frame within would bring it again: only one with `srcdoc` runs scripts here.
 */
export const FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Answer</title><script>
delete self.RTCPeerConnection
delete self.webkitRTCPeerConnection
self.trustedTypes?.createPolicy('default', {
  createHTML: (html) => html.replace(/srcdoc/gi, 'data-none'),
  createScript: (script) => script,
  createScriptURL: (url) => url,
})
addEventListener('message', function take({ data, source }) {
  if (source !== parent || typeof data !== 'string') return
  removeEventListener('message', take)
  document.open()
  document.write(data.replace(/srcdoc/gi, 'data-none'))
  document.close()
})
parent.postMessage('ready', '*')
</script>`

export const webAnswerRoutes = () =>
  new Hono<Env>().get(
    WEB_ANSWER_FRAME,
    describeRoute({
      summary:
        'The empty page into which the vote page writes an answer that is a web page, in arenas with `webAnswers: on`. Its Content-Security-Policy gives it an origin of its own and no network.',
      responses: { 200: textBody('The empty page.', 'text/html') },
    }),
    (c) =>
      c.body(FRAME, 200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'content-security-policy': POLICY,
        'permissions-policy': PERMISSIONS,
        'x-dns-prefetch-control': 'off',
      }),
  )

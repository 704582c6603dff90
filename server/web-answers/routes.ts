import { Hono } from 'hono'
import { DrawnAnswers, DrawnAnswersRequest } from '../../shared/contracts/index.ts'
import { WEB_ANSWER_FRAME } from '../../shared/web-answers/web-document.ts'
import { loadArena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { describeRoute, jsonBody, textBody } from '../platform/http/route-description.ts'
import { drawnAnswers } from './drawn-answers.ts'

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
 * so it is taken away first. A frame within would bring it again: only one with `srcdoc` runs scripts here. Each way to
 * that attribute is closed, and a frame that comes into the page is removed. What this calls is taken before the answer
 * can replace it.
 */
export const FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Answer</title><script>
{
  delete self.RTCPeerConnection
  delete self.webkitRTCPeerConnection
  const { MutationObserver, Reflect: { apply } } = self
  const { replace, toLowerCase } = String.prototype
  Object.freeze(RegExp.prototype)
  // also the entities of XML, which can spell an attribute's name, and shadow roots, which nobody would watch
  const clean = (html) => apply(replace, html, [/srcdoc|shadowrootmode|<!(?:ENTITY|ATTLIST)/gi, 'datanone'])
  self.trustedTypes?.createPolicy('default', {
    createHTML: (html, type, sink) => (sink === 'HTMLIFrameElement srcdoc' ? '' : clean(html)),
    createScript: (script) => script,
    createScriptURL: (url) => url,
  })
  // typed text passes unread, and these make nodes of texts that no policy reads
  if (self.trustedTypes) delete TrustedTypePolicyFactory.prototype.defaultPolicy
  delete self.XSLTProcessor
  delete Document.parseHTML
  for (const { prototype } of [Element, ShadowRoot]) delete prototype.setHTML

  const getLocalName = Object.getOwnPropertyDescriptor(Attr.prototype, 'localName').get
  for (const [{ prototype }, names] of [
    [Element, ['setAttributeNode', 'setAttributeNodeNS']],
    [NamedNodeMap, ['setNamedItem', 'setNamedItemNS']],
  ])
    for (const name of names) {
      const set = prototype[name]
      prototype[name] = function (node) {
        return apply(toLowerCase, apply(getLocalName, node, []), []) === 'srcdoc' ? null : apply(set, this, [node])
      }
    }

  const { observe } = MutationObserver.prototype
  const { remove, attachShadow } = Element.prototype
  const watch = (root, { querySelector }) => {
    const observer = new MutationObserver(() => {
      for (let found; (found = apply(querySelector, root, ['iframe,frame,object,embed'])); ) apply(remove, found, [])
    })
    apply(observe, observer, [root, { childList: true, subtree: true }])
    return root
  }
  const inShadow = { querySelector: DocumentFragment.prototype.querySelector }
  // nobody would watch a clone of one
  Element.prototype.attachShadow = function ({ mode, delegatesFocus, slotAssignment }) {
    return watch(apply(attachShadow, this, [{ mode, delegatesFocus, slotAssignment, clonable: false }]), inShadow)
  }

  const { open, write, close } = Document.prototype
  addEventListener('message', function take({ data, source }) {
    if (source !== parent || typeof data !== 'string') return
    removeEventListener('message', take)
    // a word can be split over two texts: those of one script are read together
    let [script, text, written] = [null, '', []]
    Document.prototype.write = function (...texts) {
      const now = this.currentScript
      if (now !== script) [script, text, written] = [now, '', []]
      text += texts.join('')
      for (const node of written) node.remove()
      const holder = this.createElement('template')
      holder.innerHTML = clean(text)
      written = [...holder.content.childNodes]
      if (now) now.after(...written)
      else this.body.replaceChildren(...written)
    }
    Document.prototype.writeln = function (...texts) {
      this.write(...texts, '\\n')
    }
    Document.prototype.open = function () {
      ;[script, text, written] = [null, '', []]
      return this
    }
    Document.prototype.close = () => {}
    apply(open, document, [])
    watch(document, document)
    apply(write, document, [clean(data)])
    apply(close, document, [])
  })
}
parent.postMessage('ready', '*')
</script>`

export const webAnswerRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
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
          // a process for each frame, where the browser knows it: a loop without end then stops no other frame
          'document-isolation-policy': 'isolate-and-require-corp',
          'permissions-policy': PERMISSIONS,
          'x-dns-prefetch-control': 'off',
        }),
    )
    .get(
      '/api/admin/arenas/:arena/drawn-answers',
      describeRoute({
        summary:
          'Answers that are web pages, as a browser drew them for judges, newest first. Those without a picture say why.',
        responses: { 200: jsonBody('A page of answers, and where the next page begins.', DrawnAnswers) },
      }),
      validateRequest('query', DrawnAnswersRequest),
      loadArena(deps),
      async (c) => c.json(await drawnAnswers(deps.db, c.var.arena.id, c.req.valid('query'))),
    )

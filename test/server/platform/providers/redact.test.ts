import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyRemover, redact } from '../../../../server/platform/providers/redact.ts'

const KEY = 'aB3/key+with=signs'
const unicode = (one: string) => `\\u00${one.charCodeAt(0).toString(16)}`

it('leaves a text without a key unchanged', () => {
  expect(redact('Model gpt-4o: task-oriented, risk-averse; ask again.', KEY)).toBe(
    'Model gpt-4o: task-oriented, risk-averse; ask again.',
  )
})

it('removes the key in every form, and other keys of a known form', () => {
  expect(redact(`a ${KEY} b ${encodeURIComponent(KEY)} c sk-ant-api03-abcdef`, KEY)).toBe(
    'a [key] b [key] c [key]',
  )
  expect(redact('Authorization: Bearer abc.def', KEY)).toBe('Authorization: Bearer [key]')
})

it.each([
  ['base64', Buffer.from(KEY).toString('base64')],
  ['base64 behind one character', Buffer.from(`:${KEY}`).toString('base64')],
  ['base64 amid others', Buffer.from(`me:${KEY} and more`).toString('base64')],
  ['base64 of URLs', Buffer.from(`${KEY}?`).toString('base64url')],
  ['hex', Buffer.from(KEY).toString('hex').toUpperCase()],
  ['percent signs', Buffer.from(KEY).toString('hex').replace(/../g, '%$&')],
  ['lower-case percent signs', encodeURIComponent(KEY).toLowerCase()],
  ['percent signs twice', encodeURIComponent(encodeURIComponent(KEY))],
  ['JSON with escaped slashes', KEY.replaceAll('/', '\\/')],
  ['JSON in JSON', JSON.stringify(JSON.stringify(KEY).replaceAll('/', '\\/')).slice(3, -3)],
  ['JSON of a cautious writer', [...KEY].map((one) => (/\W/.test(one) ? unicode(one) : one)).join('')],
  ['JSON with every character escaped', [...KEY].map(unicode).join('')],
  ['HTML', [...KEY].map((one) => (/\W/.test(one) ? `&#${one.charCodeAt(0)};` : one)).join('')],
  ['base64 in a URL', encodeURIComponent(Buffer.from(`${KEY}~~~`).toString('base64'))],
  ['backwards', [...KEY].toReversed().join('')],
  ['backwards in base64', Buffer.from([...KEY].toReversed().join('')).toString('base64')],
])('removes the key as %s', (_name, form) => {
  const line = redact(`refused: ${form}`, KEY)
  expect(line).toMatch(/^refused: .{0,4}\[key\].{0,14}$/)
})

it('does not mistake a word for a form of a key that is itself a word', () => {
  expect(redact('local sent an empty reply; emit', 'EMPTY')).toBe('local sent an empty reply; emit')
  expect(redact('local has no time', 'emit')).toBe('local has no time')
})

it('returns one line of 300 characters at most', () => {
  expect(redact('a\r\n\tb\u2028c\u0007', KEY)).toBe('a b c')
  expect(redact('x'.repeat(1000), KEY)).toHaveLength(300)
})

it('never shows the key, whatever the text around it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 320 }), fc.string(), (before, after) => {
      const line = redact(before + KEY + after, KEY)
      expect(line).not.toContain(KEY.slice(0, 8))
      expect(line.length).toBeLessThanOrEqual(300)
    }),
  )
})

it('removes a key with signs that JSON and HTML escape', () => {
  const key = '"quoted"&<\\key>'
  const html = '&quot;quoted&quot;&amp;&lt;\\key&gt;'
  expect(redact(`a ${JSON.stringify(key)} b ${html} c`, key)).toBe('a "[key]" b [key] c')
})

it('removes a certificate, whose forms are too long for one expression', () => {
  const certificate = `-----BEGIN KEY-----\n${'MIIE/vQI+BADA'.repeat(800)}\n-----END KEY-----\n`
  const line = redact(`a ${JSON.stringify(certificate)} b ${encodeURIComponent(certificate)} c`, certificate)
  expect(line).toBe('a "[key]" b [key] c')
})

it('removes only the key from a reply, which stays as it is otherwise', async () => {
  const key = 'hunter2-hunter2-hunter22'
  const reply = `Use\n  sk-0123456789abcdef, "Bearer x" or `
  const encoded = Buffer.from(key).toString('base64url')
  expect(await keyRemover(key)(`${reply}${key}, ${encoded}.`)).toBe(`${reply}[key], [key].`)
  expect(await keyRemover(['lm-studio', key])('lm-studio runs models.')).toBe('lm-studio runs models.')
  const long = `${'x'.repeat(2 ** 20)}${key}`
  expect(await keyRemover(key)(long)).toBe(`${'x'.repeat(2 ** 20)}[key]`)
})

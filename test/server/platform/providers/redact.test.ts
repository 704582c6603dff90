import fc from 'fast-check'
import { expect, it } from 'vitest'
import { redact } from '../../../../server/platform/providers/redact.ts'

const KEY = 'aB3/key+with=signs'

it('leaves a text without a key as it is', () => {
  expect(redact('Model gpt-4o: task-oriented, risk-averse; ask again.', KEY)).toBe(
    'Model gpt-4o: task-oriented, risk-averse; ask again.',
  )
})

it('takes out the key in every form, and others of a known form', () => {
  expect(redact(`a ${KEY} b ${encodeURIComponent(KEY)} c sk-ant-api03-abcdef`, KEY)).toBe(
    'a [key] b [key] c [key]',
  )
  expect(redact('Authorization: Bearer abc.def', KEY)).toBe('Authorization: Bearer [key]')
})

it('makes one line of 300 characters at most', () => {
  expect(redact('a\r\n\tb\u2028c\u0007', KEY)).toBe('a b c')
  expect(redact('x'.repeat(1000), KEY)).toHaveLength(300)
})

it('shows the key nowhere, whatever stands around it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 320 }), fc.string(), (before, after) => {
      const line = redact(before + KEY + after, KEY)
      expect(line).not.toContain(KEY.slice(0, 8))
      expect(line.length).toBeLessThanOrEqual(300)
    }),
  )
})

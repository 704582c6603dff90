import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonTokens } from '../../../../server/transfer/formats/json.ts'

const tokens = (json: string) => [...jsonTokens(json)].map(({ text }) => text)

/** Keys and brackets in the order in which they are written. */
function shape(value: unknown): string[] {
  if (Array.isArray(value)) return ['[', ...value.flatMap(shape), ']']
  if (typeof value !== 'object' || value === null) return []
  return ['{', ...Object.entries(value).flatMap(([key, one]) => [key, ...shape(one)]), '}']
}

describe('the tokens of JSON', () => {
  it('are its keys and brackets, whatever its texts contain', () => {
    fc.assert(
      fc.property(
        fc.json({ stringUnit: fc.constantFrom(...'a\\":{}[],\né') }),
        fc.boolean(),
        (json, spaced) => {
          const value: unknown = JSON.parse(json)
          expect(tokens(JSON.stringify(value, null, spaced ? 1 : 0))).toEqual(shape(value))
        },
      ),
    )
  })

  it('of incomplete JSON are those before its end', () => {
    const json = '{"a\\u00e9\\"":"x\\\\","b":[{"c":1}]}'
    const all = tokens(json)
    expect(all).toEqual(['{', 'aé"', 'b', '[', '{', 'c', '}', ']', '}'])
    for (let end = 0; end <= json.length; end++) {
      const some = tokens(json.slice(0, end))
      expect(some).toEqual(all.slice(0, some.length))
    }
  })

  it('are found after a text of many megabytes', () => {
    const text = '\\"{'.repeat(5_000_000)
    expect(tokens(`{"a":"${text}","b":1}`)).toEqual(['{', 'a', 'b', '}'])
  })
})

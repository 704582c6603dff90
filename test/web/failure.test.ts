import { afterEach, describe, expect, it } from 'vitest'
import type { ProblemCode } from '../../shared/contracts/index.ts'
import { de } from '../../shared/messages/de/index.ts'
import { wireFields, msg, type CodedMessage, type AnyMessage } from '../../shared/messages/index.ts'
import { render } from '../../shared/messages/render.ts'
import type { LocalText } from '../../web/src/words/messages/index.ts'
import { language } from '../../web/src/words/language.svelte.ts'

// by its address: the page's own types know a browser, these do not
const { Failure } = (await import(new URL('../../web/src/api/failure.ts', import.meta.url).href)) as {
  Failure: new (...all: [ProblemCode, string, null, null, CodedMessage | null]) => { localText: LocalText }
}

afterEach(() => void (language.code = 'en'))

describe('a failed call, on a German page', () => {
  const failed = (code: ProblemCode, coded: AnyMessage) => {
    const { message, finding } = wireFields(coded)
    return new Failure(code, message, null, null, finding ?? null)
  }

  it('has a German text, from the message code or else from the failure code', () => {
    language.code = 'de'
    const message = msg('sentence_at', { field: 'from', wrong: msg('moment_asked') })
    expect(failed('invalid_request', message).localText).toEqual({
      text: render(message, de),
      lang: undefined,
    })
    expect(failed('internal', msg('fault_inside')).localText.text).toMatch(/^Auf dem Server ist etwas/)
    expect(failed('run_unknown', 'There is none.').localText.lang).toBeUndefined()
  })

  it('falls back to the English of the server, marked as English, if there is no German text', () => {
    language.code = 'de'
    for (const code of ['invalid_request', 'too_large'] as const)
      expect(failed(code, 'It is odd.').localText).toEqual({ text: 'It is odd.', lang: 'en' })
    language.code = 'en'
    expect(failed('invalid_request', 'It is odd.').localText).toEqual({ text: 'It is odd.', lang: undefined })
  })
})

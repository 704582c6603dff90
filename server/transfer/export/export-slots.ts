/** Bounds the exports of strangers, so that downloads cannot take the time that votes need. */
import { ProblemError } from '../../platform/problem.ts'
import { msg } from '../../../shared/messages/index.ts'

/** The most exports of strangers at a time. */
export const MOST_EXPORTS = 4
/** A reader who takes nothing for so long loses the slot. */
const IDLE_MS = 30_000
const RETRY_AFTER = 10

let usedSlots = 0

/** How many more exports of strangers may begin now. */
export const freeExportSlots = (): number => MOST_EXPORTS - usedSlots

/**
 * A text that holds a slot until it is read to its end, dropped, or not read on for half a minute.
 * @throws {ProblemError} too_many_requests if there is no slot
 */
export function inExportSlot(
  open: () => Promise<AsyncGenerator<string | Uint8Array>>,
): Promise<AsyncIterable<string | Uint8Array>> {
  if (usedSlots >= MOST_EXPORTS)
    throw new ProblemError('too_many_requests', msg('many_exports'), { retryAfter: RETRY_AFTER })
  usedSlots++
  let isHeld = true
  const release = () => {
    if (isHeld) usedSlots--
    isHeld = false
  }
  return open().then(
    (text) => whileHeld(text, release),
    (error: unknown) => {
      release()
      throw error
    },
  )
}

function whileHeld(
  text: AsyncGenerator<string | Uint8Array>,
  release: () => void,
): AsyncIterable<string | Uint8Array> {
  let isDropped = false
  let timer: NodeJS.Timeout
  const waitForReader = () => {
    timer = setTimeout(() => {
      isDropped = true
      release()
      void text.return(undefined)
    }, IDLE_MS).unref()
  }
  waitForReader()
  const end = () => {
    clearTimeout(timer)
    release()
  }
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        clearTimeout(timer)
        if (isDropped) throw new Error('an export was not read on, so it ended')
        const portion = await text.next().catch((error: unknown) => {
          end()
          throw error
        })
        if (portion.done) end()
        else waitForReader()
        return portion
      },
      async return() {
        end()
        return text.return(undefined)
      },
    }),
  }
}

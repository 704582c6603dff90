/** Reads replies of judges in a thread with a time limit: a reply may be any text, also one that keeps its reader busy. */
import type { Verdicts } from '../../shared/contracts/index.ts'
import { Thread, TookTooLong } from '../platform/jobs/thread.ts'
import type { CheckVerdict, ExpectedReply } from './read-verdicts.ts'

export type ReplyTask =
  | { kind: 'verdicts'; reply: string; expected: ExpectedReply }
  | { kind: 'check'; reply: string; marker: string }

/** Time limit for one reply, in seconds: 260,000 characters, the most that are read, take 30 ms. */
const LONGEST = 2

const thread = new Thread(new URL('./reply-thread.ts', import.meta.url))

/** `readVerdicts` in the thread. */
export const readVerdictReply = (
  reply: string,
  expected: ExpectedReply,
): Promise<{ verdicts: Verdicts } | { unreadable: string }> => read({ kind: 'verdicts', reply, expected })

/** `readCheck` in the thread. */
export const readCheckReply = (reply: string, marker: string): Promise<CheckVerdict> =>
  read({ kind: 'check', reply, marker })

async function read<Read>(task: ReplyTask): Promise<Read | { unreadable: string }> {
  try {
    return await thread.askWithin<Read>(task, { seconds: LONGEST })
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    return { unreadable: `reading it took longer than ${LONGEST} seconds` }
  }
}

/** Reads replies of judges in a thread with a time limit: a reply may be any text, also one that keeps its reader busy. */
import type { Verdicts } from '../../shared/contracts/index.ts'
import { TimedThread, TookTooLong } from '../platform/jobs/thread.ts'
import type { CheckVerdict, ExpectedReply } from './read-verdicts.ts'

export type ReplyTask =
  | { kind: 'verdicts'; reply: string; expected: ExpectedReply }
  | { kind: 'check'; reply: string; marker: string }

/** Time limit for one reply, in ms: 260,000 characters, the most that are read, take 30 ms. */
const LONGEST = 2000

const thread = new TimedThread(new URL('./reply-thread.ts', import.meta.url))

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
    return await thread.ask<Read>(task, LONGEST)
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    return { unreadable: `reading it took longer than ${LONGEST / 1000} seconds` }
  }
}

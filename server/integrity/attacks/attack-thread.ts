/** Looks for attacks in a thread with a connection of its own, so that no vote waits for it. */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'
import { findAttacks } from '../../../shared/stats/internal.ts'
import type { Accused, Alarm } from '../../../shared/stats/internal.ts'
import { connectTo } from '../../platform/database.ts'
import { asError } from '../../platform/thread.ts'
import { readPageVotes } from './page-votes-queries.ts'
import type { PageVotes } from './page-votes-queries.ts'

// Linux lowers the priority of this thread alone; other systems would lower that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

export interface AttackTask {
  url: string
  arenaId: number
}

/** A suspected voter or group, with the reason. Which voters of a group attack is not known. */
export interface Suspicion {
  /** Null for a group. */
  voter: string | null
  /** Identifies the suspicion: the same one has the same subject in every search. */
  subject: string
  finding: CodedMessage
  /** Natural logarithm of the e-value. */
  logE: number
}

parentPort!.on('message', async ({ id, task }: { id: number; task: AttackTask }) => {
  try {
    parentPort!.postMessage({ id, answer: await search(task) })
  } catch (error) {
    parentPort!.postMessage({ id, error: asError(error) })
  }
})

async function search({ url, arenaId }: AttackTask): Promise<Suspicion[]> {
  const client = await connectTo(url, 'deadheat search for attacks')
  client.on('error', () => {})
  try {
    return (await readPageVotes(client, arenaId)).flatMap((page) => {
      const { accused, alarms } = findAttacks(page.votes)
      return [
        ...accused.map((one) => suspicionOf(one, page)),
        ...alarms.map((alarm) => groupSuspicion(alarm, page)),
      ]
    })
  } finally {
    await client.end()
  }
}

function suspicionOf(accused: Accused, page: PageVotes): Suspicion {
  const { voter, aim, side, by, logE, votes, met, won, lost } = accused
  const name = page.voters[voter]
  if (aim === null)
    return {
      voter: name,
      subject: name,
      logE,
      finding: msg('voter_takes_side', { side: side ?? 'left', votes }),
    }
  const values = { contestant: page.contestants[aim.contestant], votes, met, won, lost, by }
  const finding = aim.direction > 0 ? msg('voter_favours', values) : msg('voter_opposes', values)
  return { voter: name, subject: name, logE, finding }
}

function groupSuspicion({ kind, aim, logE, voters, expected }: Alarm, page: PageVotes): Suspicion {
  const contestant = page.contestants[aim.contestant]
  const values = { contestant, expected: Math.max(1, Math.round(expected)), voters, by: kind }
  return {
    voter: null,
    logE,
    subject: `${kind} ${aim.direction > 0 ? 'for' : 'against'} ${contestant} (${page.criterion})`,
    finding: aim.direction > 0 ? msg('group_favours', values) : msg('group_opposes', values),
  }
}

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  challengeAfter,
  CHALLENGE_STATES,
  CHALLENGE_TRANSITIONS,
  isOpenChallenge,
  progressOfOpen,
  stateOf,
  stored,
  type ChallengeEvent,
  type ChallengeState,
} from '../../../server/challenges/challenge-machine.ts'
import { diagramOf } from '../../support/diagram.ts'
import { RUN_STATUSES } from '../../../server/runs/run-machine.ts'

const NOTHING: Record<ChallengeEvent, null> = {
  ask_again: null,
  enter: null,
  cancel: null,
  exhaust: null,
  fail: null,
  refuse: null,
}

/** What each event leads to; null: it is not possible. */
const EXPECTED: Record<ChallengeState, Record<ChallengeEvent, ChallengeState | null>> = {
  open: {
    ask_again: 'open',
    enter: 'entered',
    cancel: 'cancelled',
    exhaust: 'budget_reached',
    fail: 'failed',
    refuse: 'refused',
  },
  entered: NOTHING,
  cancelled: NOTHING,
  budget_reached: NOTHING,
  failed: NOTHING,
  refused: NOTHING,
}
const EVENTS = Object.keys(NOTHING) as ChallengeEvent[]

test.each(CHALLENGE_STATES)('each event of a challenge that is %s', (state) => {
  expect(Object.fromEntries(EVENTS.map((event) => [event, challengeAfter(state, event)]))).toEqual(
    EXPECTED[state],
  )
})

test('the table names every event', () => {
  const named = new Set(Object.values(CHALLENGE_TRANSITIONS).flatMap((events) => Object.keys(events)))
  expect([...named].toSorted()).toEqual(EVENTS.toSorted())
})

test('each state is stored in two columns and read again; only one is open', () => {
  expect(CHALLENGE_STATES.map((state) => stateOf(stored(state)))).toEqual(CHALLENGE_STATES)
  expect(stored('refused')).toEqual({ status: 'stopped', stopped: 'refused' })
  expect(CHALLENGE_STATES.filter(isOpenChallenge)).toEqual(['open'])
})

test('an open challenge waits while its run waits, and continues otherwise', () => {
  expect(RUN_STATUSES.map((status) => progressOfOpen({ kind: 'challenge', status }))).toEqual([
    'running',
    'paused',
    'budget_reached',
    'running',
    'running',
  ])
  expect(RUN_STATUSES.map((status) => progressOfOpen({ kind: 'judge', status }))).toEqual(
    RUN_STATUSES.map(() => 'running'),
  )
  expect(progressOfOpen(undefined)).toBe('running')
})

test('the diagram in the README shows the table of transitions', async () => {
  const readme = await readFile(new URL('../../../server/challenges/README.md', import.meta.url), 'utf8')
  const drawn = /```mermaid\n([^]*?)\n```/.exec(readme)?.[1]
  expect(drawn).toBe(diagramOf(CHALLENGE_TRANSITIONS, { open: 'start', entered: 'find_entered' }))
})

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { diagramOf } from '../../support/diagram.ts'
import {
  isEnded,
  isOccupying,
  isOpen,
  isRunning,
  RUN_STATUSES,
  RUN_TRANSITIONS,
  statusAfter,
  statusesThat,
  type RunEvent,
} from '../../../server/runs/run-machine.ts'
import { RunStatus } from '../../../shared/contracts/index.ts'

const NOTHING: Record<RunEvent, null> = {
  restart: null,
  pause: null,
  block: null,
  resume: null,
  exhaust: null,
  raise_budget: null,
  cancel: null,
  supersede: null,
  reject: null,
  finish: null,
}

/** What each event leads to; null: it is not possible. */
const EXPECTED: Record<RunStatus, Record<RunEvent, RunStatus | null>> = {
  running: {
    restart: 'running',
    pause: 'paused',
    block: 'paused',
    resume: null,
    exhaust: 'budget_reached',
    raise_budget: null,
    cancel: 'cancelled',
    supersede: 'cancelled',
    reject: 'cancelled',
    finish: 'done',
  },
  paused: {
    restart: 'running',
    pause: null,
    block: null,
    resume: 'running',
    exhaust: null,
    raise_budget: null,
    cancel: 'cancelled',
    supersede: 'cancelled',
    reject: null,
    finish: null,
  },
  budget_reached: {
    restart: 'running',
    pause: null,
    block: null,
    resume: null,
    exhaust: null,
    raise_budget: 'running',
    cancel: 'cancelled',
    supersede: 'cancelled',
    reject: null,
    finish: null,
  },
  cancelled: NOTHING,
  done: NOTHING,
}
const EVENTS = Object.keys(NOTHING) as RunEvent[]

test.each(RUN_STATUSES)('each event of a run that is %s', (status) => {
  expect(Object.fromEntries(EVENTS.map((event) => [event, statusAfter(status, event)]))).toEqual(
    EXPECTED[status],
  )
})

test('the table names every event and every status that HTTP knows', () => {
  const named = new Set(Object.values(RUN_TRANSITIONS).flatMap((events) => Object.keys(events)))
  expect([...named].toSorted()).toEqual(EVENTS.toSorted())
  expect(RUN_STATUSES.toSorted()).toEqual(RunStatus.options.toSorted())
})

test('statuses are open, running, occupying or ended as listed', () => {
  expect(statusesThat(isOpen)).toEqual(['running', 'paused', 'budget_reached'])
  expect(statusesThat(isRunning)).toEqual(['running'])
  expect(statusesThat(isOccupying)).toEqual(['running', 'paused'])
  expect(statusesThat(isEnded)).toEqual(['budget_reached', 'cancelled', 'done'])
})

test('the diagram in the README shows the table of transitions', async () => {
  const readme = await readFile(new URL('../../../server/runs/README.md', import.meta.url), 'utf8')
  const drawn = /```mermaid\n([^]*?)\n```/.exec(readme)?.[1]
  expect(drawn).toBe(diagramOf(RUN_TRANSITIONS, { running: 'start' }))
})

import type { Transitions } from '../../server/platform/state-machine.ts'

/**
 * A state machine as a Mermaid state diagram, with one arrow for each two states and the names of its events on it.
 * @param initial  the initial states, each with the event that leads to it
 */
export function diagramOf<State extends string, Event extends string>(
  transitions: Transitions<State, Event>,
  initial: Readonly<Partial<Record<State, string>>>,
): string {
  const states = Object.keys(transitions) as State[]
  const begins = states.flatMap((state) =>
    state in initial ? [`  [*] --> ${state}: ${initial[state]}`] : [],
  )
  const arrows = states.flatMap((from) => {
    const events = Object.entries(transitions[from]) as [Event, State][]
    const byTarget = Map.groupBy(events, ([, to]) => to)
    return byTarget.size === 0
      ? [`  ${from} --> [*]`]
      : [...byTarget].map(([to, same]) => `  ${from} --> ${to}: ${same.map(([event]) => event).join(', ')}`)
  })
  return ['stateDiagram-v2', ...begins, ...arrows].join('\n')
}

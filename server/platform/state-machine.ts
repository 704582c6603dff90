/** State machines as tables, so that tests and diagrams use the same transitions as the code. */

/** For each state, the state that each event leads to. An event that a state does not list is impossible there. */
export type Transitions<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>

/** The state after an event; null if the event is impossible. */
export const stateAfter = <State extends string, Event extends string>(
  transitions: Transitions<State, Event>,
  from: State,
  event: Event,
): State | null => transitions[from][event] ?? null

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

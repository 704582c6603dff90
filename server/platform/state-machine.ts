/** State machines as tables, which tests hold the diagrams of READMEs to. */

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

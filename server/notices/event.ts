import type { Deps } from '../platform/deps.ts'
import type { NoticeKind } from '../../shared/contracts/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'

/** Something that happened in an arena. */
export interface Event {
  arenaId: number
  kind: NoticeKind
  /** Which event of this kind in this arena. */
  subject: string
  /** The event as a sentence. */
  finding: CodedMessage
  happenedAt: Date
}

/** Returns the events since a moment that have no notice yet; it may return some that have one. */
export type FindEvents = (deps: Pick<Deps, 'db' | 'clock'>, since: Date) => Promise<Event[]>

/** What entries of each kind do. */
import type { ScheduleEntry } from '../../../shared/contracts/index.ts'
import type { EntryKind } from '../entry-kind.ts'
import { judge } from './judge.ts'

const KINDS = { judge }

export const kindOf = ({ does }: ScheduleEntry): EntryKind => KINDS[does] as EntryKind

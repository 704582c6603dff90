/** What entries of each kind do. */
import type { ScheduleEntry } from '../../../shared/contracts/index.ts'
import type { EntryKind } from '../entry-kind.ts'
import { compare } from './compare.ts'
import { judge } from './judge.ts'
import { recheck } from './recheck.ts'
import { rotate } from './rotate.ts'

const KINDS = { judge, rotate, recheck, compare }

export const kindOf = ({ does }: ScheduleEntry): EntryKind => KINDS[does] as unknown as EntryKind

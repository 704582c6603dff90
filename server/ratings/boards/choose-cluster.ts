import type { Cluster, Warning } from '../../../shared/contracts/index.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import type { Texts } from '../../../shared/votes/text-column.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'

/** How many votes name their prompt, or their voter. */
export interface Named {
  votes: number
  /** How many votes name theirs. */
  named: number
  /** Whether any two votes name the same. */
  repeated: boolean
}

interface Chosen {
  cluster: Cluster
  warnings: Warning[]
}

/**
 * The unit by which votes are resampled: the one asked for, else the prompt. If no prompt has two votes, each vote is a
 * unit. If no vote names the unit, each vote is a unit too, with a warning.
 */
export function chooseCluster(table: VoteTable, asked: Cluster | null): Chosen {
  if (asked === 'vote') return { cluster: 'vote', warnings: [] }
  if (asked === 'both') return chooseBoth(table)
  return clusterOf(asked, { votes: table.votes, ...countNamed(table[asked ?? 'prompt']) })
}

/** Prompts and voters together, where votes name both; else the one kind they name. */
function chooseBoth(table: VoteTable): Chosen {
  const kinds = (['prompt', 'voter'] as const).map((kind) => {
    const named = { votes: table.votes, ...countNamed(table[kind]) }
    return { ...clusterOf(kind, named), isNamed: named.named > 0 }
  })
  const [prompt, voter] = kinds
  const warnings = kinds.flatMap((kind) => kind.warnings)
  if (prompt!.isNamed && voter!.isNamed) return { cluster: 'both', warnings }
  return { cluster: kinds.find(({ isNamed }) => isNamed)?.cluster ?? 'vote', warnings }
}

/** The same for votes that are counted already. */
export function clusterOf(asked: 'prompt' | 'voter' | null, { votes, named, repeated }: Named): Chosen {
  const cluster = asked ?? 'prompt'
  if (votes === 0) return { cluster, warnings: [] }
  if (named === 0) return { cluster: 'vote', warnings: [unclustered(cluster)] }
  if (asked === null && !repeated) return { cluster: 'vote', warnings: [] }
  const without = votes - named
  return { cluster, warnings: without > 0 ? [partlyClustered(cluster, without)] : [] }
}

/** How many votes name theirs, and whether any two name the same. */
function countNamed({ names, of }: Texts): { named: number; repeated: boolean } {
  const seen = new Uint8Array(names.length)
  let named = 0
  let repeated = false
  for (const number of of) {
    if (number < 0) continue
    named++
    repeated ||= seen[number] === 1
    seen[number] = 1
  }
  return { named, repeated }
}

const KIND = { prompt: 'no_question_id', voter: 'no_voter' }
const COLUMN = { prompt: 'question_id', voter: 'judge' }

const unclustered = (unit: 'prompt' | 'voter'): Warning =>
  warning(msg('no_vote_names_unit', { unit, column: COLUMN[unit] }), { kind: KIND[unit] })

const partlyClustered = (unit: 'prompt' | 'voter', count: number): Warning =>
  warning(msg('some_votes_name_no_unit', { unit, column: COLUMN[unit], count }), { kind: KIND[unit], count })

import { familyAsTold } from '../../contestants/index.ts'
import type { SameFamilyPairs } from './cell-queries.ts'
import type { NamedContestant } from './tally-queries.ts'

/** A current or former judge of the arena, with the family declared in `arena.yaml`; null: none. */
export interface DeclaredJudge {
  judge: string
  family: string | null
}

/** The families of judges: as declared, or inferred from the name where a judge is known only by its votes. */
export function familiesOf(
  voted: readonly string[],
  declared: readonly DeclaredJudge[],
): ReadonlyMap<string, string | null> {
  const told = voted.map((name) => [name, familyAsTold({ name, model: null, family: null })] as const)
  return new Map([...told, ...declared.map(({ judge, family }) => [judge, family] as const)])
}

/** The contestants of a judge's family; none where the judge has no family. */
export const sameFamilyOf = (
  family: string | null | undefined,
  contestants: readonly NamedContestant[],
): NamedContestant[] => (family ? contestants.filter((one) => familyAsTold(one) === family) : [])

/** Every pair of a judge and a contestant of the same family. */
export function sameFamilyPairs(
  families: ReadonlyMap<string, string | null>,
  contestants: readonly NamedContestant[],
): SameFamilyPairs {
  const kin = [...families].flatMap(([judge, family]) =>
    sameFamilyOf(family, contestants).map(({ id }) => ({ judge, contestant: id })),
  )
  return { judges: kin.map(({ judge }) => judge), contestants: kin.map(({ contestant }) => contestant) }
}

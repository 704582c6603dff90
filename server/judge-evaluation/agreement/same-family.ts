import { familyAsTold } from '../../contestants/index.ts'
import type { SameFamilyPairs } from './cell-queries.ts'
import type { NamedContestant } from './tally-queries.ts'

/** A judge that the arena asks or asked, with the family that its `arena.yaml` told; null: none. */
export interface DeclaredJudge {
  judge: string
  family: string | null
}

/** The families of judges: as declared; of one that is known by its votes only, as its name tells. */
export function familiesOf(
  voted: readonly string[],
  declared: readonly DeclaredJudge[],
): ReadonlyMap<string, string | null> {
  const told = voted.map((name) => [name, familyAsTold({ name, model: null, family: null })] as const)
  return new Map([...told, ...declared.map(({ judge, family }) => [judge, family] as const)])
}

/** The contestants of a judge's family; of none where it has none. */
export const sameFamilyOf = (
  family: string | null | undefined,
  contestants: readonly NamedContestant[],
): NamedContestant[] => (family ? contestants.filter((one) => familyAsTold(one) === family) : [])

/** Which contestants are of which judge's family. */
export function sameFamilyPairs(
  families: ReadonlyMap<string, string | null>,
  contestants: readonly NamedContestant[],
): SameFamilyPairs {
  const kin = [...families].flatMap(([judge, family]) =>
    sameFamilyOf(family, contestants).map(({ id }) => ({ judge, contestant: id })),
  )
  return { judges: kin.map(({ judge }) => judge), contestants: kin.map(({ contestant }) => contestant) }
}

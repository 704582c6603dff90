import { contestantFamily } from '../contestants/index.ts'
import type { SameFamilyPairs, NamedContestant } from './tallies.ts'

/** A current or former judge of the arena, with the family that `arena.yaml` declares; null if none. */
export interface DeclaredJudge {
  judge: string
  family: string | null
}

/** The families of judges: as declared, or inferred from the name of a judge that is known only by its votes. */
export function familiesOf(
  voted: readonly string[],
  declared: readonly DeclaredJudge[],
): ReadonlyMap<string, string | null> {
  const inferred = voted.map((name) => [name, contestantFamily({ name, model: null, family: null })] as const)
  return new Map([...inferred, ...declared.map(({ judge, family }) => [judge, family] as const)])
}

/** The contestants of a judge's family; empty if the judge has no family. */
const sameFamilyOf = (
  family: string | null | undefined,
  contestants: readonly NamedContestant[],
): NamedContestant[] => (family ? contestants.filter((one) => contestantFamily(one) === family) : [])

/** Those that a judge may favour: the contestants of its family. Nobody, if all are: none of them can gain by it. */
export function favouredBy(
  family: string | null | undefined,
  contestants: readonly NamedContestant[],
): NamedContestant[] {
  const kin = sameFamilyOf(family, contestants)
  return kin.length === contestants.length ? [] : kin
}

/** Every pair of a judge and a contestant of the same family. */
export function sameFamilyPairs(
  families: ReadonlyMap<string, string | null>,
  contestants: readonly NamedContestant[],
): SameFamilyPairs {
  const pairs = [...families].flatMap(([judge, family]) =>
    sameFamilyOf(family, contestants).map(({ id }) => ({ judge, contestant: id })),
  )
  return { judges: pairs.map(({ judge }) => judge), contestants: pairs.map(({ contestant }) => contestant) }
}

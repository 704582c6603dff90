import { familyOf } from '../../contestants/index.ts'
import type { Kinship } from './cell-queries.ts'
import type { VersionRow } from './cost-queries.ts'
import type { NamedContestant } from './tally-queries.ts'

/** The family of a contestant: as it was given, or as its model or its name tells. */
export const familyOfContestant = ({ family, model, name }: NamedContestant): string | null =>
  family ?? familyOf(model ?? name)

/** The families of judges: as declared; of one that is known by its votes only, as its name tells. */
export function familiesOf(
  voted: readonly string[],
  versions: readonly VersionRow[],
): ReadonlyMap<string, string | null> {
  const declared = versions.map(({ judge, family }) => [judge, family] as const)
  return new Map([...voted.map((judge) => [judge, familyOf(judge)] as const), ...declared])
}

/** Which contestants are of which judge's family. */
export function kinshipOf(
  families: ReadonlyMap<string, string | null>,
  contestants: readonly NamedContestant[],
): Kinship {
  const kin = [...families].flatMap(([judge, family]) =>
    contestants
      .filter((one) => family !== null && familyOfContestant(one) === family)
      .map(({ id }) => ({ judge, contestant: id })),
  )
  return { judges: kin.map(({ judge }) => judge), contestants: kin.map(({ contestant }) => contestant) }
}

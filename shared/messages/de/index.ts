import type { Catalogue } from '../render.ts'
import { causes } from './causes.ts'
import { climbs } from './climbs.ts'
import { comparisons } from './comparisons.ts'
import { argumentValues, forms } from './forms.ts'
import { reading, rows } from './rows.ts'
import { addresses, problems, views } from './views.ts'
import { invitations, live, proofs } from './votes.ts'
import { warnings } from './warnings.ts'

/** What voters and readers can meet, in German. What only operators meet is in English. */
export const de = {
  ...addresses,
  ...argumentValues,
  ...causes,
  ...climbs,
  ...comparisons,
  ...forms,
  ...invitations,
  ...live,
  ...problems,
  ...proofs,
  ...reading,
  ...rows,
  ...views,
  ...warnings,
} satisfies Partial<Catalogue>

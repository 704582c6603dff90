import type { Catalogue } from '../render.ts'
import { causes } from './causes.ts'
import { climbs } from './climbs.ts'
import { comparisons } from './comparisons.ts'
import { forms } from './forms.ts'
import { snapshots } from './published.ts'
import { addresses, problems, views } from './views.ts'
import { invitations, live, proofs } from './votes.ts'
import { warnings } from './warnings.ts'

/** What voters and readers can meet, in German. What only operators meet is in English. */
export const de = {
  ...addresses,
  ...causes,
  ...climbs,
  ...comparisons,
  ...forms,
  ...invitations,
  ...live,
  ...problems,
  ...proofs,
  ...snapshots,
  ...views,
  ...warnings,
} satisfies Partial<Catalogue>

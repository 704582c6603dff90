/** Parts of a board that its decision names, too: its view, its looks and its state. */
import { z } from 'zod'
import { presentSource } from './source-names.ts'

export const JudgeChoice = z.union([
  z.strictObject({ only: z.array(z.string()) }),
  z.strictObject({ except: z.array(z.string()) }),
])
export type JudgeChoice = z.infer<typeof JudgeChoice>

/** The selection of votes that a board counts. `null` means "not restricted". */
export const View = z.object({
  source: z.string().transform(presentSource),
  criterion: z.string().nullable(),
  category: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The group of invited people that is counted, if only one is. */
  group: z.string().optional(),
  /** The only voter that is counted, on the board of a file. */
  judge: z.string().optional(),
  /** The judges that are counted, if not all are: only those named, or all but those named. */
  judges: JudgeChoice.optional(),
})
export type View = z.infer<typeof View>

/** `one`: a look that was planned. `any`: people may look at any time, so who wins must do so at every look. */
export const Looks = z.enum(['any', 'one'])
export type Looks = z.infer<typeof Looks>

/** What a board says: counts alone, a dead heat for first, or one contestant that leads or wins. */
export const BoardState = z.enum(['first_votes', 'dead_heat', 'leads', 'wins'])
export type BoardState = z.infer<typeof BoardState>

/** The kinds of units that are resampled. */
export const UnitKind = z.enum(['prompt', 'voter'])
export type UnitKind = z.infer<typeof UnitKind>

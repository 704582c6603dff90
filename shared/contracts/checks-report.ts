/** How many answers of each contestant passed each check, by run, so that runs can be compared. */
import { z } from 'zod'

const count = z.number().int().min(0)

export const PassRate = z.object({
  contestant: z.string(),
  passed: count,
  failed: count,
  /** Checks that could not be made. They count neither as passed nor as failed. */
  notMade: count,
  /** passed / (passed + failed). Null: no check was made. */
  share: z.number().nullable(),
  /** Wilson, 95 %. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
  /** Whether the share reaches `mustPass`. Null: no share is required, or none is known. */
  met: z.boolean().nullable(),
})
export type PassRate = z.infer<typeof PassRate>

export const ChecksReport = z.object({
  arena: z.string(),
  checks: z.array(
    z.object({
      name: z.string(),
      /** Whether arena.yaml still names this check. */
      active: z.boolean(),
      /** Oldest first. Only runs that made this check. */
      runs: z.array(
        z.object({
          run: z.number().int(),
          startedAt: z.string(),
          /** The hash of the check in this run. Equal hashes mean an unchanged check. */
          sha256: z.string(),
          mustPass: z.number().nullable(),
          contestants: z.array(PassRate),
        }),
      ),
    }),
  ),
})
export type ChecksReport = z.infer<typeof ChecksReport>

/** How many answers of whom passed each check, run by run, so that runs can be compared. */
import { z } from 'zod'

const count = z.number().int().min(0)

export const PassRate = z.object({
  contestant: z.string(),
  passed: count,
  failed: count,
  /** Checks that could not be made; they count neither way. */
  notMade: count,
  /** passed / (passed + failed); null: none was made. */
  share: z.number().nullable(),
  /** Wilson, 95 %. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
  /** Whether the share reaches `mustPass`; null: there is no bar, or nothing to hold against it. */
  met: z.boolean().nullable(),
})
export type PassRate = z.infer<typeof PassRate>

export const ChecksReport = z.object({
  arena: z.string(),
  checks: z.array(
    z.object({
      name: z.string(),
      /** Of the check as it is in use; false: arena.yaml names it no longer. */
      active: z.boolean(),
      /** Oldest first; only runs that held it against something. */
      runs: z.array(
        z.object({
          run: z.number().int(),
          startedAt: z.string(),
          /** Of the check as it was in this run; equal: nothing about it was changed. */
          sha256: z.string(),
          mustPass: z.number().nullable(),
          contestants: z.array(PassRate),
        }),
      ),
    }),
  ),
})
export type ChecksReport = z.infer<typeof ChecksReport>

/** The chain of daily digests. */
import { z } from 'zod'

const Hex = z.string().regex(/^[0-9a-f]{64}$/)

export const ChainDigest = z.object({
  /** The day in UTC, YYYY-MM-DD. */
  day: z.iso.date(),
  /** The digest of the day before. Null: the first day. */
  previous: Hex.nullable(),
  /** SHA-256 over the previous digest and the leaves of the day. */
  digest: Hex,
  votes: z.number().int(),
  retractions: z.number().int(),
  quarantines: z.number().int(),
  releases: z.number().int(),
  /** Facts recorded on an earlier day, after its digest was made. */
  late: z.number().int(),
  madeAt: z.string(),
  /** Made more than a day after its day had ended, so it says nothing of the time between. */
  madeLater: z.boolean(),
})
export type ChainDigest = z.infer<typeof ChainDigest>

/** Newest first. */
export const ChainDigests = z.object({
  arena: z.string(),
  digests: z.array(ChainDigest),
  /** The value of `before` for the next part of the list. Null: this is the last part. */
  before: z.string().nullable(),
})
export type ChainDigests = z.infer<typeof ChainDigests>

/** Asks for one part of the digests, newest first. */
export const DigestsRequest = z.object({
  /** Only days before this one. */
  before: z.iso.date().optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(10_000),
})
export type DigestsRequest = z.infer<typeof DigestsRequest>

import type { z } from 'zod'
import type { ProblemCode } from '../../shared/contracts/index.ts'

/** One operation of the public API, in words and schemas. */
export interface Operation {
  method: 'get' | 'post' | 'delete'
  /** As OpenAPI writes it: parameters in braces. */
  path: string
  summary: string
  query?: z.ZodObject
  body?: z.ZodType
  /** What is sent in the Authorization header. */
  authorization?: 'ticket' | 'admin'
  answers: { status: number; means: string; type?: string; schema?: z.ZodType }[]
  problems: ProblemCode[]
}

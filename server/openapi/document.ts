import { z } from 'zod'
import { Problem, PROBLEM_STATUS } from '../../shared/contracts/index.ts'
import { VERSION } from '../platform/version.ts'
import { OPERATIONS } from './operations.ts'
import type { Operation } from './operation.ts'

function schemaOf(schema: z.ZodType) {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const content = (type: string, schema: z.ZodType) => ({ [type]: { schema: schemaOf(schema) } })

/** The OpenAPI 3.1 description of the API. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of OPERATIONS) (paths[operation.path] ??= {})[operation.method] = describe(operation)
  return {
    openapi: '3.1.0',
    info: { title: 'Deadheat', version: VERSION, license: { name: 'MIT', identifier: 'MIT' } },
    paths,
    components: {
      securitySchemes: {
        admin: {
          type: 'http',
          scheme: 'bearer',
          description: 'The admin token, printed when the server starts.',
        },
        ticket: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Ticket <ticket>`, as it came with the battle.',
        },
      },
    },
  }
}

function describe({ path, summary, query, body, authorization, answers, problems }: Operation) {
  const codes = Map.groupBy([...problems, 'internal' as const], (code) => PROBLEM_STATUS[code])
  return {
    summary,
    parameters: [...inPath(path), ...(query ? inQuery(query) : [])],
    ...(body && { requestBody: { content: content('application/json', body) } }),
    ...(authorization && { security: [{ [authorization]: [] }] }),
    responses: Object.fromEntries([
      ...[...codes].map(([status, names]) => [
        status,
        {
          description: `\`code\`: ${names.join(', ')}.`,
          content: content('application/problem+json', Problem),
        },
      ]),
      ...answers.map(({ status, means, type = 'application/json', schema }) => [
        status,
        { description: means, ...(schema && { content: content(type, schema) }) },
      ]),
    ]) as Record<string, unknown>,
  }
}

const inPath = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

const inQuery = (query: z.ZodObject) =>
  Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: schemaOf(schema as z.ZodType),
  }))

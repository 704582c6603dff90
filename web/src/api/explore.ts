import type {
  CategoryStandings,
  Exploration,
  ExploredAnswer,
} from '../../../shared/contracts/contestant-record.ts'
import type { ShownPrompts } from '../../../shared/contracts/limits.ts'
import { answered, server } from './http.ts'

const route = server.api.arenas[':arena'].explore

/** The votes that are looked at, and whose. An empty list of contestants means the highest rated. */
export interface ExploredVotes {
  source?: string
  criterion?: string
  contestant: string[]
  offset: number
  limit: number
}

export interface ExploreQuery extends ExploredVotes {
  category?: string
  show: ShownPrompts
  of?: string
  check?: string
}

type Query<Method> = Method extends (args: { query: infer Q }, ...rest: never) => unknown ? Q : never

const texts = ({ contestant, ...query }: ExploredVotes) => ({
  ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  ...(contestant.length > 0 && { contestant }),
})

/** A page of prompts with what each contestant answered. Texts come only where they may be read. Throws a `Failure`. */
export function explore(arena: string, query: ExploreQuery): Promise<Exploration> {
  const call: Promise<Response> = route.$get({
    param: { arena },
    query: texts(query) as Query<typeof route.$get>,
  })
  return answered(call)
}

/** One contestant on one prompt: answers and battles. Throws a `Failure`. */
export function exploredAnswer(
  arena: string,
  query: { contestant: string; prompt: string; source?: string; criterion?: string },
): Promise<ExploredAnswer> {
  const call: Promise<Response> = route.answer.$get({ param: { arena }, query })
  return answered(call)
}

/** Some contestants on the boards of the categories. Throws a `Failure`. */
export function categoryStandings(arena: string, query: ExploredVotes): Promise<CategoryStandings> {
  const call: Promise<Response> = route.categories.$get({
    param: { arena },
    query: texts(query) as Query<typeof route.categories.$get>,
  })
  return answered(call)
}

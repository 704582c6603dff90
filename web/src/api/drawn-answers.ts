import { answered, server } from './http.ts'

/** Answers as judges see them drawn, newest first. @param before  where the page begins; null: at the newest */
export const drawnAnswersOf = (arena: string, failed: boolean, before: number | null) =>
  answered(
    server.api.admin.arenas[':arena']['drawn-answers'].$get({
      param: { arena },
      query: {
        failed: String(failed),
        limit: failed ? '12' : '6',
        ...(before !== null && { before: String(before) }),
      },
    }),
  )

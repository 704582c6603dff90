/** Statements that Postgres parses and plans once a connection instead of once a request. */
import type pg from 'pg'

/** Of a process. Lists of other lengths make other texts, and each costs memory on every connection. */
const MOST = 200

/** A table gets a column during a roll-out. A prepared statement that returns all columns would fail from then on. */
const ALL_COLUMNS = /(?<!\()\*/

type Query = (...call: unknown[]) => unknown

/**
 * The class of client that prepares its statements with values, if they name the columns that they return. Its
 * connections must keep their sessions: a pooler in between may lead to one that lacks the statement.
 * @param most texts that are prepared; others are sent as they are
 */
export function preparing(Client: typeof pg.Client, most = MOST): typeof pg.Client {
  const names = new Map<string, string>()
  function nameOf(text: string): string | null {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= most || ALL_COLUMNS.test(text)) return null
    const name = `deadheat_${names.size}`
    names.set(text, name)
    return name
  }
  const Preparing = class extends Client {}
  Preparing.prototype.query = function (this: pg.Client, ...call: unknown[]) {
    const [text, values, ...report] = call
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : null
    const query = Client.prototype.query as Query
    return name === null ? query.apply(this, call) : query.call(this, { name, text, values }, ...report)
  } as never
  return Preparing
}

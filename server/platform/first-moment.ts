import type { Db } from './schema.ts'

/** The moment at which something began in this database: `now` for the first caller, the stored one for all later ones. */
export async function firstMoment(db: Db, name: string, now: Date): Promise<Date> {
  await db
    .insertInto('settings')
    .values({ name, value: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return new Date(value)
}

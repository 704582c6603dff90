import { sql } from 'kysely'

/**
 * In SQL: all that an answer says, with its turns and the steps of its tools. As JSON, since pg reads arrays letter by
 * letter.
 * @param answers the name of the table in the query
 */
export const textsOf = (answers: string) => {
  const column = (name: string) => sql.ref(`${answers}.${name}`)
  return sql<string[]>`to_json(
    coalesce(array(select jsonb_array_elements_text(${column('turns')})), '{}') || array_remove(array[${column('text')}], null)
      || coalesce(array(select jsonb_path_query(${column('transcript')}, '$[*].keyvalue() ? (@.key == "text" || @.key == "tool").value') #>> '{}'), '{}'))`
}

/** The form of a saved arena that sets every field. */
import { stringify } from 'yaml'
import { ArenaForm } from '../../web/src/pages/admin/new/arena-form.svelte.ts'
import { readFormValues } from '../../web/src/pages/admin/new/read-form-values.ts'
import { everyField, FILES_BESIDE } from '../support/every-field.ts'

/** @param change  what it says otherwise */
export function formWithEveryField(change: object = {}): ArenaForm {
  const arena = everyField('every', { baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv: 'LOCAL_KEY' })
  const files = { 'arena.yaml': stringify({ ...arena, ...change }), ...FILES_BESIDE }
  return new ArenaForm(
    readFormValues({ arena: 'every', files, leftOut: [], retired: { contestants: [], prompts: [] } }),
  )
}

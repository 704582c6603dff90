/** An arena that is there and says something in every field, as it is told step by step. */
import { stringify } from 'yaml'
import { Recipe } from '../../web/src/pages/admin/new/recipe.svelte.ts'
import { formValuesOf } from '../../web/src/pages/admin/new/form-values-of.ts'
import { everyField, FILES_BESIDE } from '../support/every-field.ts'

/** @param change  what it says otherwise */
export function everyTold(change: object = {}): Recipe {
  const arena = everyField('every', { baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv: 'LOCAL_KEY' })
  const files = { 'arena.yaml': stringify({ ...arena, ...change }), ...FILES_BESIDE }
  return new Recipe(
    formValuesOf({ arena: 'every', files, leftOut: [], retired: { contestants: [], prompts: [] } }),
  )
}
